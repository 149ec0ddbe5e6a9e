import Core
import Foundation
import Web

/// What the API answers.
extension MemberPressService {
    func answer(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        switch (call.space, call.resource) {
        case ("wp/v2", "media"): return try media(call)
        case ("mp/v1", _): break
        default: throw .noRoute
        }
        // The plugin asks nobody who they are here.
        if call.resource == "webhooks", call.method == "DELETE", call.rest.first == "unsubscribe", let id = call.rest.last.flatMap({ Int($0) }) {
            return try unsubscribe(id)
        }
        guard isAllowed(call.request) else { throw .forbidden }
        switch call.resource {
        case "me": return MemberPressReply(Self.success(["username": .string(call.request.headers["MEMBERPRESS-API-KEY"] ?? credentials.user)]))
        case "members": return try members(call)
        case "memberships": return try memberships(call)
        case "transactions": return try transactions(call)
        case "subscriptions": return try subscriptions(call)
        case "coupons", "groups", "rules", "reminders": return try nothing(call)
        case "validate-login" where call.method == "POST":
            let isRight = mayLogIn(call.fields.text("login") ?? "", call.fields.text("password") ?? "")
            return MemberPressReply(Self.success(["validated": .bool(isRight)]))
        case "webhooks" where call.method == "POST" && call.rest == ["subscribe"]:
            guard let url = call.fields.text("url"), url.hasPrefix("http"), let event = call.fields.text("event") else {
                return MemberPressReply(
                    .object(["success": .bool(false), "data": .object(["message": .string("Invalid Request")])]), status: 409)
            }
            return MemberPressReply(Self.success(["id": .integer(Int64(subscribe(url, event)))]), status: 201)
        case "events" where call.rest == ["poll"]: return poll(call)
        default: throw .noRoute
        }
    }

    /// The whole value of `Authorization` is looked at first, without a scheme, then the header of the plugin; then WordPress' own ways.
    private func isAllowed(_ request: Request) -> Bool {
        let key = request.headers["Authorization"] ?? request.headers["MEMBERPRESS-API-KEY"]
        return key == credentials.key || isAdministrator(request)
    }

    /// Whether the call proves itself with the administrator's application password, which counts with and without its spaces.
    func isAdministrator(_ request: Request) -> Bool {
        guard let header = request.headers["Authorization"], header.hasPrefix("Basic "),
            let bytes = Data(base64Encoded: String(header.dropFirst(6)))
        else { return false }
        let given = String(decoding: bytes, as: UTF8.self).replacing(" ", with: "")
        return given == "\(credentials.user):\(credentials.applicationPassword.replacing(" ", with: ""))"
    }

    private func unsubscribe(_ id: Int) throws(MemberPressRefusal) -> MemberPressReply {
        guard hooks.removeValue(forKey: id) != nil else { throw .noRecords }
        return MemberPressReply(Self.success(["message": .string("Unsubscribed")]))
    }

    private static func success(_ data: [String: JSONValue]) -> JSONValue { .object(["success": .bool(true), "data": .object(data)]) }

    private static func done(_ words: String, _ entity: JSONValue) -> MemberPressReply {
        MemberPressReply(.object(["message": .string(words), "data": entity]))
    }

    // Resources.

    private func members(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        switch (call.method, call.rest.count) {
        case ("GET", 0):
            let search = call.query.chosen("search")?.lowercased()
            let found = members.filter { member in
                search.map { member.email.lowercased().contains($0) || member.username.lowercased().contains($0) } ?? true
            }
            let reply = page(found, call, id: \.id) { entity($0) }
            if let mode = take(.list) { disturb(mode.fault) }
            return reply
        case ("POST", 0):
            let (email, name) = (call.fields.text("email")?.lowercased(), call.fields.text("username")?.lowercased())
            let isTaken = members.contains { $0.email.lowercased() == email || $0.username.lowercased() == name }
            if isTaken, take(.create) != nil {
                return MemberPressReply(page: "There has been a critical error on this website.", status: 500)
            }
            return MemberPressReply(entity(try createMember(call.fields)))
        case ("GET", 1):
            guard let member = members.first(where: { $0.id == Int(call.rest[0]) }) else { throw .noRecords }
            return MemberPressReply(entity(member))
        case ("DELETE", 1):
            try deleteMember(Int(call.rest[0]) ?? 0)
            return MemberPressReply(.bool(true))
        case (_, 1): return MemberPressReply(entity(try changeMember(Int(call.rest[0]) ?? 0, call.fields)))
        default: throw .noRoute
        }
    }

    /// Changes the members between two pages.
    private func disturb(_ fault: MemberPressFault) {
        guard let last = members.last else { return }
        if fault == .membersVanish {
            members.removeLast()
        } else {
            let id = last.id + 1
            members.append(.init(id: id, email: "new\(id)@museum.example", username: "new\(id)", registeredAt: clock.now()))
        }
    }

    private func memberships(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        switch (call.method, call.rest.count) {
        case ("GET", 0): return page(memberships, call, id: \.id) { entity($0) }
        case ("GET", 1):
            guard let membership = memberships.first(where: { $0.id == Int(call.rest[0]) }) else { throw .noRecords }
            return MemberPressReply(entity(membership))
        case ("POST", 1), ("PUT", 1), ("PATCH", 1):
            guard let index = memberships.firstIndex(where: { $0.id == Int(call.rest[0]) }) else { throw .noRecords }
            memberships[index].title = call.fields.text("title") ?? memberships[index].title
            memberships[index].price = call.fields.amount("price") ?? memberships[index].price
            return MemberPressReply(entity(memberships[index]))
        default: throw .noRoute
        }
    }

    private func transactions(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        let id = call.rest.first.flatMap { Int($0) } ?? 0
        switch (call.method, call.rest.count, call.rest.last) {
        case ("GET", 0, _):
            let found = transactions.filter { one in
                matches(call, "member", one.member) && matches(call, "membership", one.membership) && matches(call, "status", one.status)
                    && matches(call, "subscription", one.subscription) && matches(call, "gateway", one.gateway)
                    && call.query.chosen("search").map { one.number.contains($0) } ?? true
            }
            return page(found, call, id: \.id) { entity($0) }
        case ("POST", 0, _): return MemberPressReply(entity(try createTransaction(call.fields)))
        case ("GET", 1, _):
            guard let transaction = transactions.first(where: { $0.id == id }) else { throw .noRecords }
            return MemberPressReply(entity(transaction))
        case ("DELETE", 1, _):
            guard let index = transactions.firstIndex(where: { $0.id == id }) else { throw .noRecords }
            transactions.remove(at: index)
            return MemberPressReply(.bool(true))
        case (_, 1, _): return MemberPressReply(entity(try changeTransaction(id, call.fields)))
        case ("POST", 2, "refund"): return Self.done("Transaction refunded", entity(try refund(id)))
        case ("POST", 2, "refund_and_cancel"):
            let transaction = try refund(id)
            if transaction.subscription != 0 { _ = try cancel(transaction.subscription) }
            return Self.done("Transaction refunded and subscription cancelled", entity(transaction))
        default: throw .noRoute
        }
    }

    private func subscriptions(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        let id = call.rest.first.flatMap { Int($0) } ?? 0
        switch (call.method, call.rest.count, call.rest.last) {
        case ("GET", 0, _):
            let found = subscriptions.filter { one in
                matches(call, "member", one.member) && matches(call, "membership", one.membership) && matches(call, "status", one.status)
                    && call.query.chosen("search").map { one.number.contains($0) } ?? true
            }
            return page(found, call, id: \.id) { entity($0) }
        case ("GET", 1, _):
            guard let subscription = subscriptions.first(where: { $0.id == id }) else { throw .noRecords }
            return MemberPressReply(entity(subscription))
        case ("POST", 2, "cancel"): return Self.done("Subscription cancelled", entity(try cancel(id)))
        case ("POST", 2, "expire"): return Self.done("Subscription expired", entity(try expireSubscription(id)))
        default: throw .noRoute
        }
    }

    /// Resources that this museum has none of.
    private func nothing(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        guard call.method == "GET" else { throw .noRoute }
        guard call.rest.isEmpty else { throw .noRecords }
        return page([Int](), call, id: \.self) { .integer(Int64($0)) }
    }

    private func poll(_ call: MemberPressCall) -> MemberPressReply {
        let type = call.query["event_type"] ?? "transaction"
        let subject: MemberPressEvent.Subject =
            switch type {
            case "member": .member(members.first?.id ?? 0)
            case "subscription": .subscription(subscriptions.first?.id ?? 0)
            default: .transaction(transactions.first?.id ?? 0)
            }
        guard let data = data(of: subject) else { return MemberPressReply(.array([])) }
        return MemberPressReply(
            .array([.object(["event": .string(call.query["event"] ?? ""), "type": .string(type), "data": data])]))
    }

    // Lists.

    private func matches(_ call: MemberPressCall, _ name: String, _ value: Int) -> Bool { matches(call, name, String(value)) }

    private func matches(_ call: MemberPressCall, _ name: String, _ value: String) -> Bool {
        call.query.chosen(name).map { $0 == value } ?? true
    }

    /// A page of a list, which begins at its offset at the moment: what changes in between is missed or comes twice.
    private func page<Item>(
        _ items: [Item], _ call: MemberPressCall, id: (Item) -> Int, _ entity: (Item) -> JSONValue
    ) -> MemberPressReply {
        let isAscending = call.query["order_dir"]?.uppercased() == "ASC"
        let sorted = items.sorted { isAscending ? id($0) < id($1) : id($0) > id($1) }
        let asked = call.query["per_page"].flatMap { Int($0) } ?? 10
        let size = asked < 1 ? max(1, sorted.count) : asked
        let number = max(1, call.query["page"].flatMap { Int($0) } ?? 1)
        let part = sorted.dropFirst((number - 1) * size).prefix(size)
        return MemberPressReply(.array(part.map(entity)), headers: pageHeaders(call, count: sorted.count, size: size, number: number))
    }

    func pageHeaders(_ call: MemberPressCall, count: Int, size: Int, number: Int) -> [(String, String)] {
        let pages = (count + size - 1) / size
        func link(_ page: Int, _ rel: String) -> String {
            var query = call.query
            query.set("page", String(page))
            return "<\(credentials.address)/wp-json/\(call.space)/\(call.resource)?\(query.encoded)>; rel=\"\(rel)\""
        }
        var headers = [("X-WP-Total", String(count)), ("X-WP-TotalPages", String(pages))]
        let links = (number > 1 ? [link(number - 1, "prev")] : []) + (number < pages ? [link(number + 1, "next")] : [])
        if !links.isEmpty { headers.append(("Link", links.joined(separator: ", "))) }
        return headers
    }
}
