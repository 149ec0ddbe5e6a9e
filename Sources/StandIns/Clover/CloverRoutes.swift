import Core
import Foundation
import Web

/// The API as the site calls it.
extension CloverStandIn {
    var apiRoutes: [Route] {
        // The service judges types and lengths itself.
        let body = BodyPolicy.bytes(limit: 16_384)
        return [
            .post(Path("/clover/invoicingcheckoutservice/v1/checkouts"), allow: .everyone, body: body, use: create),
            .get(Path("/clover/v3/merchants/{merchant}/payments", String.self), allow: .everyone, use: list),
            .get(Path("/clover/v3/merchants/{merchant}/payments/{payment}", String.self, String.self), allow: .everyone, use: show),
            .post(
                Path("/clover/v3/merchants/{merchant}/payments/{payment}/refunds", String.self, String.self), allow: .everyone, body: body,
                use: refundPayment),
            .post(Path("/clover/v1/refunds"), allow: .everyone, body: body, use: refundCharge),
            .get(Path("/clover/v1/refunds/{refund}", String.self), allow: .everyone, use: showRefund),
            .get(Path("/clover/ledger"), allow: .everyone, use: ledger),
        ]
    }

    // MARK: Checkout

    private struct CheckoutCall: Decodable {
        struct Cart: Decodable {
            var lineItems: [Line]
        }
        struct Line: Decodable {
            var name: String
            var unitQty: Int
            var price: Int
            var note: String?
        }
        struct Addresses: Decodable {
            var success: String
            var failure: String
            var cancel: String?
        }
        struct Customer: Decodable {}

        var customer: Customer
        var shoppingCart: Cart
        var redirectUrls: Addresses
    }

    private func create(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let fault = try await gateway(.checkout) { return fault }
        guard let merchant = request.headers["X-Clover-Merchant-Id"] else { return Self.refusal(400, "Missing merchant id") }
        guard await isAuthorized(request, merchant) else { return Self.refusal(401, "401 Unauthorized") }
        guard let call = Self.decode(CheckoutCall.self, request) else { return Self.refusal(400, "Malformed request") }
        let lines = call.shoppingCart.lineItems
        guard !lines.isEmpty, lines.allSatisfy({ $0.unitQty > 0 && $0.price > 0 && !$0.name.isEmpty }) else {
            return Self.refusal(400, "Invalid shopping cart")
        }
        let (addresses, wantsHTTPS) = (call.redirectUrls, await service.wantsHTTPS)
        let all = [addresses.success, addresses.failure, addresses.cancel ?? addresses.failure]
        guard all.allSatisfy({ URL(string: $0)?.host() != nil && $0.hasPrefix(wantsHTTPS ? "https://" : "http") }) else {
            return Self.refusal(400, "Invalid redirect URL")
        }
        let session = await service.open(
            amount: lines.reduce(0) { $0 + $1.price * $1.unitQty }, line: lines.map(\.name).joined(separator: ", "), note: lines[0].note ?? "",
            success: all[0], failure: all[1], cancel: all[2])
        var json = JSONText()
        json.beginObject()
        json.key("href")
        json.string(credentials.address.replacing("/clover", with: "") + Self.checkout(session.id))
        json.key("checkoutSessionId")
        json.string(session.id)
        json.key("createdTime")
        json.integer(session.createdAt.milliseconds)
        json.key("expirationTime")
        json.integer(session.endsAt.milliseconds)
        json.endObject()
        return await response(json, .checkout)
    }

    // MARK: Payments

    private func show(_ request: Request, _ visitor: Visitor, _ merchant: String, _ id: String) async throws -> Response {
        if let fault = try await gateway(.payment) { return fault }
        guard await isAuthorized(request, merchant) else { return Self.refusal(401, "401 Unauthorized") }
        let mode = await service.take(.lookUp)?.fault
        guard mode != .lookUpMissing, let payment = await service.payment(id) else { return Self.refusal(404, "Not Found") }
        let expand = request.query["expand"] ?? ""
        var json = JSONText()
        write(payment, to: &json, order: mode == .lookUpWithoutOrder ? "" : expand, refunds: expand == "refunds" ? await service.refunds : [])
        return await response(json, .payment)
    }

    private func list(_ request: Request, _ visitor: Visitor, _ merchant: String) async throws -> Response {
        if let fault = try await gateway(.list) { return fault }
        guard await isAuthorized(request, merchant) else { return Self.refusal(401, "401 Unauthorized") }
        let filters = request.query.all("filter")
        func bound(_ sign: String) -> Int64? { filters.lazy.compactMap { $0.hasPrefix("createdTime\(sign)") ? Int64($0.dropFirst(13)) : nil }.first }
        let (from, until) = (bound(">=") ?? 0, bound("<=") ?? .max)
        let found = await service.payments.reversed().filter { (from...max(from, until)).contains($0.createdAt.milliseconds) }
        let (offset, limit) = (request.query["offset"].flatMap { Int($0) } ?? 0, request.query["limit"].flatMap { Int($0) } ?? 100)
        var json = JSONText()
        json.beginObject()
        json.key("elements")
        json.beginArray()
        let withoutOrder = await service.take(.lookUp)?.fault == .lookUpWithoutOrder
        for payment in found.dropFirst(max(0, offset)).prefix(min(1000, max(0, limit))) {
            write(payment, to: &json, order: withoutOrder ? "" : request.query["expand"] ?? "", refunds: [])
        }
        json.endArray()
        json.endObject()
        return await response(json, .list)
    }

    private func write(_ payment: CloverPayment, to json: inout JSONText, order: String, refunds: [CloverRefund]) {
        json.beginObject()
        json.key("id")
        json.string(payment.id)
        json.key("amount")
        json.integer(payment.amount)
        json.key("result")
        json.string(payment.isApproved ? "SUCCESS" : "FAIL")
        json.key("createdTime")
        json.integer(payment.createdAt.milliseconds)
        if order.hasPrefix("order") {
            json.key("order")
            json.beginObject()
            json.key("id")
            json.string(payment.order)
            json.key("currency")
            json.string("USD")
            if order == "order.lineItems" {
                json.key("lineItems")
                list(of: &json) { json in
                    json.beginObject()
                    json.key("name")
                    json.string(payment.line)
                    json.key("price")
                    json.integer(payment.amount)
                    json.key("note")
                    json.string(payment.note)
                    json.endObject()
                }
            }
            json.endObject()
        }
        let mine = refunds.filter { $0.payment == payment.id && $0.state == .succeeded }
        if !mine.isEmpty {
            json.key("refunds")
            list(of: &json) { json in
                for refund in mine { write(refund, to: &json) }
            }
        }
        json.endObject()
    }

    private func list(of json: inout JSONText, _ write: (inout JSONText) -> Void) {
        json.beginObject()
        json.key("elements")
        json.beginArray()
        write(&json)
        json.endArray()
        json.endObject()
    }

    // MARK: Refunds

    private struct ChargeRefundCall: Decodable {
        var charge: String
        var amount: Int?
    }

    private struct PaymentRefundCall: Decodable {
        var amount: Int?
        var fullRefund: Bool?
    }

    private func refundCharge(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let fault = try await gateway(.refund) { return fault }
        guard await isAuthorized(request, nil) else { return Self.cardError(401, "authentication_error", "authentication_error") }
        guard let call = Self.decode(ChargeRefundCall.self, request) else { return Self.cardError(400, "invalid_request_error", "invalid_request") }
        let mode = await service.refundMode()
        guard mode != .refundByPaymentOnly, let payment = await service.payment(call.charge), payment.isApproved else {
            return Self.cardError(404, "invalid_request_error", "resource_missing")
        }
        guard mode != .refundRefused else { return Self.cardError(400, "invalid_request_error", "invalid_request") }
        guard let refund = await service.refund(payment, call.amount ?? payment.amount, key: request.headers["idempotency-key"]) else {
            return Self.cardError(400, "invalid_request_error", "charge_already_refunded")
        }
        return await response(Self.json(refund), .refund)
    }

    private func refundPayment(_ request: Request, _ visitor: Visitor, _ merchant: String, _ id: String) async throws -> Response {
        if let fault = try await gateway(.refund) { return fault }
        guard await isAuthorized(request, merchant) else { return Self.refusal(401, "401 Unauthorized") }
        guard let call = Self.decode(PaymentRefundCall.self, request) else { return Self.refusal(400, "Malformed request") }
        guard let payment = await service.payment(id), payment.isApproved else { return Self.refusal(404, "Not Found") }
        guard await service.refundMode() != .refundRefused else { return Self.refusal(400, "Not refundable") }
        guard let refund = await service.refund(payment, call.amount ?? payment.amount, key: nil) else {
            return Self.refusal(400, "Already refunded")
        }
        var json = JSONText()
        write(refund, to: &json)
        return await response(json, .refund)
    }

    /// A refund as the platform's own addresses show it.
    private func write(_ refund: CloverRefund, to json: inout JSONText) {
        json.beginObject()
        json.key("id")
        json.string(refund.id)
        json.key("amount")
        json.integer(refund.amount)
        json.key("createdTime")
        json.integer(refund.createdAt.milliseconds)
        json.endObject()
    }

    private func showRefund(_ request: Request, _ visitor: Visitor, _ id: String) async throws -> Response {
        if let fault = try await gateway(.refund) { return fault }
        guard await isAuthorized(request, nil) else { return Self.cardError(401, "authentication_error", "authentication_error") }
        // Those of the platform are not its own.
        guard let refund = await service.refund(id), refund.key != nil else {
            return Self.cardError(404, "invalid_request_error", "resource_missing")
        }
        return await response(Self.json(refund), .payment)
    }

    private static func json(_ refund: CloverRefund) -> JSONText {
        var json = JSONText()
        json.beginObject()
        json.key("id")
        json.string(refund.id)
        json.key("object")
        json.string("refund")
        json.key("amount")
        json.integer(refund.amount)
        json.key("charge")
        json.string(refund.payment)
        json.key("created")
        json.integer(refund.createdAt.milliseconds)
        json.key("status")
        json.string(refund.state.rawValue)
        json.endObject()
        return json
    }

    // MARK: Answers

    private func isAuthorized(_ request: Request, _ merchant: String?) async -> Bool {
        let known = await service.credentials
        return request.headers["Authorization"] == "Bearer \(known.token)" && (merchant ?? known.merchant) == known.merchant
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ request: Request) -> T? {
        guard case .bytes(let bytes) = request.body else { return nil }
        return try? JSONDecoder().decode(T.self, from: Data(bytes))
    }

    private static func refusal(_ status: Int, _ words: String) -> Response {
        var json = JSONText()
        json.beginObject()
        json.key("message")
        json.string(words)
        json.endObject()
        return .bytes(json.bytes, type: "application/json", status: Status(rawValue: status))
    }

    private static func cardError(_ status: Int, _ type: String, _ code: String) -> Response {
        var json = JSONText()
        json.beginObject()
        json.key("message")
        json.string("\(status)")
        json.key("error")
        json.beginObject()
        json.key("type")
        json.string(type)
        json.key("code")
        json.string(code)
        json.endObject()
        json.endObject()
        return .bytes(json.bytes, type: "application/json", status: Status(rawValue: status))
    }

    /// The answer of a call that was carried out, unless it is to be lost.
    private func response(_ json: JSONText, _ call: CloverCall) async -> Response {
        guard await service.take(.response, for: call) == nil else {
            return Response(.ok, body: .stream(ResponseStream { _ in throw LostAnswer() }))
        }
        return .bytes(json.bytes, type: "application/json")
    }

    /// What is answered before the API sees the call; nil lets it through.
    private func gateway(_ call: CloverCall) async throws -> Response? {
        guard let mode = await service.take(.gateway, for: call) else { return nil }
        switch mode.fault {
        case .throttled: return Self.refusal(429, "429 Too Many Requests")
        case .broken: return Self.refusal(500, "500 Internal Server Error")
        case .unauthorized: return Self.refusal(401, "401 Unauthorized")
        case .unavailable, .page:
            let words = "<html>\n<head><title>Clover</title></head>\n<body><h1>We’ll be right back</h1></body>\n</html>\n"
            return .html(Array(words.utf8), status: mode.fault == .page ? .ok : Status(rawValue: 503))
        default:
            try await Task.sleep(for: mode.milliseconds(else: 60_000))
            return nil
        }
    }

    private struct LedgerAnswer: Codable, JSONAnswer {
        var balance: Int
        var payments: [CloverPayment]
        var refunds: [CloverRefund]
    }

    private func ledger(_ request: Request, _ visitor: Visitor) async throws -> LedgerAnswer {
        LedgerAnswer(balance: await service.balance, payments: await service.payments, refunds: await service.refunds)
    }
}

/// Ends a connection before its answer is complete.
private struct LostAnswer: Error {}
