import Core
import TestSupport
import Testing

@testable import Payments

@Suite struct CloverFormatTests {
    private let body = Array(#"{"type":"PAYMENT","status":"APPROVED"}"#.utf8)
    private let code = "3eb39dc2d6c3ed97c741fe9751b1f255e691fa4251fbc2b57fe2e3bb69f3c157"
    private let moment = Instant(milliseconds: 1_642_599_079_000)

    @Test(.covers("CORE-029"))
    func `a signature is over the time and the raw bytes, and holds for five minutes`() throws {
        let signature = try #require(CloverSignature("t=1642599079,v1=\(code)"))
        #expect(signature.proves(body, secret: "clover-test-secret", at: moment))
        #expect(signature.proves(body, secret: "clover-test-secret", at: moment + .seconds(300)))
        #expect(signature.proves(body, secret: "clover-test-secret", at: moment - .seconds(300)))
        #expect(!signature.proves(body, secret: "clover-test-secret", at: moment + .seconds(301)))
        #expect(!signature.proves(body + [0x20], secret: "clover-test-secret", at: moment))
        #expect(!signature.proves(body, secret: "another", at: moment))
        let several = try #require(CloverSignature("t=1642599079, v1=00, v1=\(code.uppercased())"))
        #expect(several.proves(body, secret: "clover-test-secret", at: moment), "one of several counts while a secret is changed")
    }

    @Test(.covers("CORE-029"), arguments: ["", "t=1642599079", "v1=00", "t=x,v1=00", "t=-5,v1=00", "t=99999999999999999999,v1=00", ",,,=,="])
    func `a header that is no signature proves nothing`(header: String) { #expect(CloverSignature(header) == nil) }

    @Test(.covers("MUS-051"))
    func `names are read in whatever case, times in seconds, milliseconds or words`() throws {
        let answer = try #require(
            CloverAnswer(Array(#"{"CreatedTime":1642599079,"created_at":"2022-01-19T13:31:19Z","ID":"A","x":1642599079000}"#.utf8)))
        #expect(answer["id"] == "A" && answer.moment("createdTime") == moment && answer.moment("createdAt") == moment && answer.moment("x") == moment)
        #expect(CloverAnswer(Array("[]".utf8)) == nil && CloverAnswer(Array("<html>".utf8)) == nil)
    }

    @Test(.covers("CORE-029"))
    func `people are sent to Clover's pages and nowhere else`() {
        let real = CloverConfiguration(merchant: "ABCDEFGHJKMNP", sealedToken: "")
        #expect(real.isPage("https://www.clover.com/checkout/1") && real.isPage("https://checkout.sandbox.dev.clover.com/checkout/1?a=b"))
        for wrong in [
            "http://www.clover.com/", "https://clover.com.example/", "https://example.com/.clover.com", "https://a@www.clover.com/",
            "https://example.com#.clover.com", "https://notclover.com/", "https://www.clover.com\\@example.com", "javascript:alert(1)",
            "//www.clover.com/",
        ] { #expect(!real.isPage(wrong), "\(wrong)") }
        let standIn = CloverConfiguration(
            addresses: .init(platform: "http://127.0.0.1:99/clover", ecommerce: ""), merchant: "", sealedToken: "", isStandIn: true)
        #expect(standIn.isPage("http://127.0.0.1:99/clover/checkout/1") && !standIn.isPage("http://127.0.0.1:990/clover"))
        #expect(standIn.pageSources == ["http://127.0.0.1:99"])
    }

    @Test(.covers("CORE-029"))
    func `a key of ours is a UUID of version 4`() {
        #expect(CloverClient.uuid("0123456789abcdef0123456789abcdef") == "01234567-89ab-4def-a123-456789abcdef")
    }
}
