import Core
import Foundation
import TestSupport
import Testing

@testable import Payments

/// What Safaricom's documentation writes down, read and written without asking anybody.
@Suite struct DarajaFormatTests {
    @Test(.covers("CAF-026"))
    func `the password of a prompt is the one of the portal's example`() {
        let passkey = "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919"
        let password = DarajaProvider.password("174379", passkey, "20210628092408")
        #expect(
            password
                == "MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4")
    }

    @Test(.covers("CAF-026"))
    func `times are those of Nairobi`() throws {
        let moment = try #require(Instant(rfc3339: "2021-06-28T21:24:08Z"))
        #expect(DarajaTime.text(moment) == "20210629002408")
        #expect(DarajaTime.moment("20210629002408") == moment)
        for wrong in ["", "2021062900240", "2021062900240x", "20211329002408"] { #expect(DarajaTime.moment(wrong) == nil, "\(wrong)") }
    }

    @Test(.covers("CORE-029"), arguments: [("1", 1_00), ("1.0", 1_00), ("350", 350_00), ("10.5", 10_50)])
    func `amounts are read as numbers and as text`(text: String, minor: Int) {
        #expect(Money(shillings: text) == Money(minor: minor, currency: "KES"))
    }

    @Test(.covers("CORE-029"), arguments: ["", "x", "nan", "1e300", "1.001", "-inf"])
    func `what is no amount is none`(text: String) { #expect(Money(shillings: text) == nil) }

    @Test(.covers("CAF-027"))
    func `a callback is read by the names of its items, whatever their order and types`() {
        let body = """
            {"Body":{"stkCallback":{"MerchantRequestID":"1","CheckoutRequestID":"ws_CO_1","ResultCode":"0","ResultDesc":"x","CallbackMetadata":
            {"Item":[{"Name":"PhoneNumber","Value":"254708374149"},{"Name":"Balance"},{"Name":"TransactionDate","Value":20191219102115},
            {"Name":"MpesaReceiptNumber","Value":"NLJ7RT61SV"},{"Name":"Amount","Value":1.00}]}}}}
            """
        let push = DarajaAnswer(Array(body.utf8)).object("Body").object("stkCallback")
        #expect(push["ResultCode"] == "0" && push["CheckoutRequestID"] == "ws_CO_1")
        let items = push.object("CallbackMetadata").named("Item", by: "Name", at: "Value")
        #expect(
            items == ["PhoneNumber": "254708374149", "TransactionDate": "20191219102115", "MpesaReceiptNumber": "NLJ7RT61SV", "Amount": "1"])
        #expect(DarajaAnswer(Array("<html>".utf8)).object("Body")["x"] == nil)
    }

    @Test(.covers("CORE-029"))
    func `only the code decides, and an unknown one is a failure that stays open for a late success`() {
        let moment = Instant(milliseconds: 0)
        #expect(DarajaCodes.standing("0", at: moment) == .succeeded(number: nil, at: moment))
        #expect(DarajaCodes.standing("4999", at: moment) == .pending)
        for code in ["1", "17", "26", "1001", "1019", "1025", "9999", "1031", "1032", "1036", "1037", "1101", "2001", "2028", "8006", "4242"] {
            if case .failed = DarajaCodes.standing(code, at: moment) { continue }
            Issue.record("\(code) is no failure")
        }
        #expect(DarajaCodes.refundStanding("R000001", number: "N", at: moment) == .succeeded(number: "N", at: moment))
    }

    @Test(.covers("CORE-028"))
    func `an error that may have begun a prompt is no refusal`() {
        for (status, code) in [(502, nil), (503, nil), (500, "500.003.1001"), (504, nil)] as [(Int, String?)] {
            #expect(DarajaCodes.refusal(status: status, code: code, message: "") == nil, "\(status)")
        }
        for (status, code) in [(400, "400.002.02"), (404, "404.001.03"), (429, nil), (500, "500.003.02"), (500, "500.001.1001")] as [(Int, String?)] {
            #expect(DarajaCodes.refusal(status: status, code: code, message: "") != nil, "\(status)")
        }
    }
}
