import Core
import Foundation
public import Web

/// The REST API as WordPress serves it: one entrance for all of it, which knows what is there and what isn't.
extension MemberPressStandIn {
    private static let mostBytes = 16 << 20

    /// The API, and the files.
    public var routes: [Route] {
        let api = Path("/memberpress/wp-json/{rest...}", RestOfPath.self)
        // WordPress judges types and lengths itself.
        let body = BodyPolicy.bytes(limit: Self.mostBytes)
        return [
            .get(api, allow: .everyone, use: answer),
            .post(api, allow: .everyone, body: body, use: answer),
            .put(api, allow: .everyone, body: body, use: answer),
            .patch(api, allow: .everyone, body: body, use: answer),
            .delete(api, allow: .everyone, body: body, use: answer),
            .get(Path("/memberpress/wp-content/uploads/{file}", String.self), allow: .everyone, use: file),
        ]
    }

    private func answer(_ request: Request, _ visitor: Visitor, _ rest: RestOfPath) async throws -> Response {
        let call = MemberPressCall(request, rest.segments)
        if let fault = try await gateway(call) { return fault.response }
        let reply: MemberPressReply
        do throws(MemberPressRefusal) { reply = try await service.answer(call) } catch { return error.reply.response }
        return try await response(reply, call)
    }

    private func file(_ request: Request, _ visitor: Visitor, _ name: String) async throws -> Response {
        let call = MemberPressCall(request, ["wp", "v2", "uploads"])
        if let fault = try await gateway(call) { return fault.response }
        guard let file = await service.files.first(where: { $0.name == name || $0.scaled != nil && $0.scaledName == name }) else {
            return MemberPressReply(page: "Page not found", status: 404).response
        }
        var bytes = file.name == name ? file.bytes : file.scaled ?? []
        switch await service.take(.file, for: call.resource, call.method)?.fault {
        case .fileDamaged: bytes[bytes.count / 2] ^= 1
        case .fileCut: bytes.removeLast(bytes.count / 2)
        default: break
        }
        return MemberPressReply(file: bytes, type: file.type).response
    }

    /// What is answered before the plugin sees the call; nil lets it through.
    private func gateway(_ call: MemberPressCall) async throws -> MemberPressReply? {
        guard let mode = await service.take(.gateway, for: call.resource, call.method) else { return nil }
        switch mode.fault {
        case .pluginOff: return MemberPressRefusal.noRoute.reply
        case .criticalError: return MemberPressReply(page: "There has been a critical error on this website.", status: 500)
        case .maintenance:
            return MemberPressReply(
                page: "Briefly unavailable for scheduled maintenance. Check back in a minute.", status: 503, headers: [("Retry-After", "600")])
        case .throttled: return MemberPressReply(page: "Your access to this site has been limited", status: 429)
        case .blocked: return MemberPressReply(page: "403 Forbidden: a potentially unsafe operation has been detected", status: 403)
        case .page: return MemberPressReply(page: "We value your privacy", status: 200)
        case .warning:
            var reply = MemberPressReply(.array([]))
            reply.body = Array(
                "<br />\n<b>Warning</b>:  Undefined array key \"page\" in <b>/wp-content/plugins/x.php</b> on line <b>7</b><br />\n[]".utf8)
            return reply
        default:
            try await Task.sleep(for: mode.milliseconds(else: 40_000))
            return nil
        }
    }

    /// The answer of a call that was carried out, unless it is to be lost or late.
    private func response(_ reply: MemberPressReply, _ call: MemberPressCall) async throws -> Response {
        let mode = await service.take(.response, for: call.resource, call.method)
        switch mode?.fault {
        case .responseLost: return Response(.ok, body: .stream(ResponseStream { _ in throw LostResponse() }))
        case .responseStalled: try await Task.sleep(for: mode?.milliseconds(else: 40_000) ?? .zero)
        default: break
        }
        return reply.response
    }
}

/// Ends a connection before its answer is complete.
private struct LostResponse: Error {}

/// One call of the API.
struct MemberPressCall: Sendable {
    let method: String
    /// `mp/v1` or `wp/v2`.
    let space: String
    /// `members`, `media` …
    let resource: String
    /// What follows: an id, and an action.
    let rest: [String]
    let request: Request

    init(_ request: Request, _ segments: [String]) {
        self.request = request
        method = request.method == .head ? "GET" : request.method.rawValue
        space = segments.prefix(2).joined(separator: "/")
        resource = segments.count > 2 ? segments[2] : ""
        rest = Array(segments.dropFirst(3))
    }

    var fields: MemberPressFields { MemberPressFields(request) }
    var query: QueryItems { request.query }
}
