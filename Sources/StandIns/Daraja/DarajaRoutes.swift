import Core
import Foundation
import Web

/// The API as the site calls it.
extension DarajaStandIn {
    var apiRoutes: [Route] {
        // The service judges types and lengths itself.
        let body = BodyPolicy.bytes(limit: 16_384)
        let push = "/daraja/mpesa/stkpush/v1/processrequest"
        let query = "/daraja/mpesa/stkpushquery/v1/query"
        let reversal = "/daraja/mpesa/reversal/v1/request"
        return [
            .get(Path("/daraja/oauth/v1/generate"), allow: .everyone, use: token),
            .post(Path(push), allow: .everyone, body: body, use: self.push),
            .post(Path(query), allow: .everyone, body: body, use: self.query),
            .post(Path(reversal), allow: .everyone, body: body, use: reverse),
            .post(Path("/daraja/oauth/v1/generate"), allow: .everyone, body: body, use: wrongMethod),
            .get(Path(push), allow: .everyone, use: wrongMethod),
            .get(Path(query), allow: .everyone, use: wrongMethod),
            .get(Path(reversal), allow: .everyone, use: wrongMethod),
            .get(Path("/daraja/{rest...}", RestOfPath.self), allow: .everyone, use: unknownPath),
            .post(Path("/daraja/{rest...}", RestOfPath.self), allow: .everyone, body: body, use: unknownPath),
            .get(Path("/daraja/ledger"), allow: .everyone, use: ledger),
            .get(Path("/daraja/statement.csv"), allow: .everyone, use: statement),
        ]
    }

    private func token(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let fault = try await gateway(.token) { return fault }
        guard let header = request.headers["Authorization"], header.hasPrefix("Basic ") else {
            return DarajaRefusal.invalidAuthentication.reply.response
        }
        guard request.query["grant_type"] == "client_credentials" else { return DarajaRefusal.invalidGrantType.reply.response }
        let expected = Data("\(credentials.consumerKey):\(credentials.consumerSecret)".utf8).base64EncodedString()
        // Some have seen no body here.
        guard header.dropFirst(6) == expected else { return Response(.badRequest) }
        let token = await service.newToken()
        var json = JSONText()
        json.beginObject()
        json.key("access_token")
        json.string(token.text)
        json.key("expires_in")
        PayloadStyle(await service.faults[.payload]).whole(token.seconds, in: &json)
        json.endObject()
        return DarajaReply(body: json.bytes).response
    }

    private func push(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let fault = try await gateway(.push) { return fault }
        let order: PushOrder
        do throws(DarajaRefusal) {
            try await service.authorize(request.headers["Authorization"])
            order = try PushOrder(DarajaFields(request), credentials, now: service.clock.now())
            if DarajaScript(msisdn: order.msisdn) == .locked { throw .locked }
        } catch { return error.reply.response }
        let prompt = await service.open(order)
        if await service.faults.isOn(.callbackEarly) { try await waitForCallback(of: prompt) }
        let words = "Success. Request accepted for processing"
        let reply = DarajaReply.object([
            "MerchantRequestID": prompt.merchantRequestID, "CheckoutRequestID": prompt.checkoutRequestID, "ResponseCode": "0",
            "ResponseDescription": words, "CustomerMessage": words,
        ])
        return try await response(reply, .push)
    }

    /// The answer of a call that was carried out, unless it is to be lost or late.
    private func response(_ reply: DarajaReply, _ call: DarajaCall) async throws -> Response {
        let mode = await service.take(.response, for: call)
        switch mode?.fault {
        case .responseLost: return Response(.ok, body: .stream(ResponseStream { _ in throw LostResponse() }))
        case .responseStalled: try await Task.sleep(for: mode?.milliseconds(else: 60_000) ?? .zero)
        default: break
        }
        return reply.response
    }

    /// Waits as long as a prompt may be open, and a while for the callback itself.
    private func waitForCallback(of prompt: DarajaPrompt) async throws {
        let end = ContinuousClock.now + (prompt.endsAt - prompt.openedAt) + .seconds(15)
        while ContinuousClock.now < end, await service.prompt(prompt.checkoutRequestID)?.isDelivered == false {
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func query(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let fault = try await gateway(.query) { return fault }
        let order: QueryOrder
        do throws(DarajaRefusal) {
            try await service.authorize(request.headers["Authorization"])
            order = try QueryOrder(DarajaFields(request), credentials, now: service.clock.now())
        } catch { return error.reply.response }
        return try await response(await service.answer(order), .query)
    }

    private func reverse(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let fault = try await gateway(.reversal) { return fault }
        let order: ReversalOrder
        do throws(DarajaRefusal) {
            try await service.authorize(request.headers["Authorization"])
            order = try ReversalOrder(DarajaFields(request), credentials)
        } catch { return error.reply.response }
        return try await response(await service.reverse(order), .reversal)
    }

    private func wrongMethod(_ request: Request, _ visitor: Visitor) async throws -> Response { DarajaRefusal.wrongMethod.reply.response }

    private func unknownPath(_ request: Request, _ visitor: Visitor, _ rest: RestOfPath) async throws -> Response {
        DarajaRefusal.unknownPath.reply.response
    }

    /// What is answered before the API sees the call; nil lets it through.
    private func gateway(_ call: DarajaCall) async throws -> Response? {
        guard let mode = await service.take(.gateway, for: call) else { return nil }
        switch mode.fault {
        case .throttled:
            let fault = """
                {"fault":{"faultstring":"Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, \
                maxBurstMessageCount=1.0}","detail":{"errorcode":"policies.ratelimit.SpikeArrestViolation"}}}
                """
            return DarajaReply(status: .tooManyRequests, body: Array(fault.utf8)).response
        case .busy: return DarajaRefusal.busy.reply.response
        case .badGateway: return Self.page(502, "Bad Gateway")
        case .unavailable: return Self.page(503, "Service Unavailable")
        case .tokenRefused: return DarajaRefusal.invalidToken.reply.response
        case .tokenRefused401: return DarajaRefusal.invalidToken401.reply.response
        default:
            try await Task.sleep(for: mode.milliseconds(else: 60_000))
            return nil
        }
    }

    private static func page(_ status: Int, _ words: String) -> Response {
        .html(
            Array("<html>\n<head><title>\(status) \(words)</title></head>\n<body><h1>\(status) \(words)</h1></body>\n</html>\n".utf8),
            status: Status(rawValue: status))
    }

    private struct LedgerAnswer: Codable, JSONAnswer {
        var balance: Int
        var entries: [DarajaEntry]
    }

    private func ledger(_ request: Request, _ visitor: Visitor) async throws -> LedgerAnswer {
        let ledger = await service.ledger
        return LedgerAnswer(balance: ledger.balance, entries: ledger.entries)
    }

    private func statement(_ request: Request, _ visitor: Visitor) async throws -> Response {
        .download(Array(await service.ledger.statement().utf8), type: "text/csv; charset=utf-8", named: "statement.csv")
    }
}

/// Ends a connection before its answer is complete.
private struct LostResponse: Error {}
