import Core
import Foundation
import Outbound
import StandIns
import TestSupport
import Testing
import Web

/// The stand-in for MemberPress, as the contract has it.
@Suite struct MemberPressStandInTests {
    @Test func `a key or an administrator opens it, and nothing else does`() async throws {
        try await withMemberPress { scene in
            #expect(try await scene.get("mp/v1/me").status == 200)
            let none = try await scene.get("mp/v1/me", headers: [])
            #expect(none.status == 401 && none.code == "rest_forbidden")
            #expect(try await scene.get("mp/v1/me", headers: [("MEMBERPRESS-API-KEY", "wrong")]).status == 401)
            #expect(try await scene.get("mp/v1/me", headers: scene.basic()).status == 200)
            // An unrelated Authorization is looked at first.
            #expect(try await scene.get("mp/v1/me", headers: [("Authorization", "Bearer x")] + scene.keyed).status == 401)
            #expect(try await scene.get("mp/v1/me", headers: [("Authorization", scene.credentials.key)]).status == 200)
            await scene.standIn.act("rotate-key")
            #expect(try await scene.get("mp/v1/me").code == "rest_forbidden")
        }
    }

    @Test func `lists are bare arrays in pages, with their number in the headers`() async throws {
        try await withMemberPress { scene in
            let first = try await scene.get("mp/v1/members")
            let ids = try first.values.compactMap { $0["id"] }
            #expect(ids.count == 10 && ids.first == .integer(56))
            #expect(first["X-WP-Total"] == "46" && first["X-WP-TotalPages"] == "5")
            #expect(first["Link"]?.contains("rel=\"next\"") == true && first["Link"]?.contains("rel=\"prev\"") == false)
            #expect(try await scene.get("mp/v1/members?page=5&order_dir=ASC").values.count == 6)
            #expect(try await scene.get("mp/v1/members?per_page=-1").values.count == 46)
            #expect(try await scene.get("mp/v1/members?search=amina").values.count == 3)
            #expect(try await scene.get("mp/v1/coupons").values.isEmpty)
        }
    }

    @Test func `numbers are texts, flags are mixed, and what is related is whole on the first level only`() async throws {
        try await withMemberPress { scene in
            let transaction = try await scene.get("mp/v1/transactions/501").object
            #expect(transaction["id"] == .string("501") && transaction["amount"] == .string("500.00"))
            #expect(transaction["expires_at"] == .string("0000-00-00 00:00:00"))
            guard case .object(let member)? = transaction["member"] else { throw TestFailure("no member") }
            #expect(member["id"] == .integer(11) && member["latest_txn"] == nil)
            let whole = try await scene.get("mp/v1/members/11").object
            guard case .object(let latest)? = whole["latest_txn"] else { throw TestFailure("no transaction") }
            #expect(latest["member"] == .string("11") && latest["coupon"] == .string("0"))
            #expect(whole["active_txn_count"] == .string("1"))
            let student = try await scene.get("mp/v1/memberships/203").object
            #expect(student["trial"] == .string("1") && student["limit_cycles"] == .bool(false) && student["allow_renewal"] == .string(""))
        }
    }

    @Test func `what is missing and what is wrong are both 500, told apart by their code`() async throws {
        try await withMemberPress { scene in
            let missing = try await scene.get("mp/v1/members/9999")
            #expect(missing.status == 500 && missing.code == "mp_no_records_found")
            let taken = try await scene.post("mp/v1/members", ["email": "AMINA@museum.example", "username": "x"])
            #expect(taken.status == 500 && taken.code == "mp_db_create_error" && taken.text.contains("MeprUser.php"))
            let again = try await scene.post("mp/v1/transactions/503/refund", [:])
            #expect(again.code == "mp_db_create_error")
            #expect(try await scene.get("mp/v1/nothing").code == "rest_no_route")
        }
    }

    @Test func `unknown fields are dropped, and a transaction without an end is for life`() async throws {
        try await withMemberPress { scene in
            let made = try await scene.post(
                "mp/v1/transactions", ["member": "12", "membership": "201", "trans_num": "ours-1", "status": "complete", "colour": "blue"])
            #expect(made.status == 200)
            let object = try made.object
            #expect(object["colour"] == nil && object["expires_at"] == .string("0000-00-00 00:00:00"))
            #expect(try await scene.get("mp/v1/transactions?search=ours").values.count == 1)
            let form = try await scene.client.send(
                .form("\(scene.credentials.address)/wp-json/mp/v1/members/12", [("first_name", "Bo")], headers: scene.keyed))
            #expect(try form.object["first_name"] == .string("Bo"))
        }
    }

    @Test func `a login is right by name or by address`() async throws {
        try await withMemberPress { scene in
            let right = MemberPressCredentials.memberPassword
            let logins = [("grace", right, true), ("Grace@Museum.example", right, true), ("grace", "guess", false), ("nobody", right, false)]
            for (login, password, isRight) in logins {
                let isTaken = try await scene.validated(login, password)
                #expect(isTaken == isRight, "\(login)")
            }
        }
    }

    @Test(arguments: [
        (MemberPressFault.pluginOff, 404, "rest_no_route"), (.criticalError, 500, "<html"), (.maintenance, 503, "<html"),
        (.throttled, 429, "<html"), (.blocked, 403, "<html"), (.page, 200, "<html"), (.warning, 200, "<b>Warning</b>"),
    ])
    func `something else answers in the plugin's place, for so many calls`(fault: MemberPressFault, status: Int, words: String) async throws {
        try await withMemberPress { scene in
            #expect(try await scene.control(ControlOrder("memberpress", faultMode: fault.rawValue, values: ["times": "1", "on": "members"])) == 204)
            #expect(try await scene.get("mp/v1/me").status == 200)
            let answer = try await scene.get("mp/v1/members")
            #expect(answer.status == status && answer.text.contains(words))
            #expect(try await scene.get("mp/v1/members").status == 200)
        }
    }

    // Webhooks.

    @Test func `a payment is told of twice, unsigned, and an error is taken for an answer`() async throws {
        try await withMemberPress { scene in
            let id = try await scene.subscribe("all")
            _ = try await scene.post("mp/v1/transactions", ["member": "12", "membership": "201", "status": "complete"])
            let posts = try await scene.site.posts(2)
            let told = try posts.map { try $0.json(Told.self).event }
            #expect(Set(told) == ["transaction-completed", "non-recurring-transaction-completed"])
            #expect(posts[0].headers["User-Agent"]?.hasPrefix("MemberPress/") == true)
            #expect(posts.allSatisfy { $0.headers["Authorization"] == nil && $0.headers["X-Signature"] == nil })
            // No key is asked for.
            let gone = try await scene.client.send(
                OutboundRequest("DELETE", "\(scene.credentials.address)/wp-json/mp/v1/webhooks/unsubscribe/\(id)"))
            #expect(gone.status == 200)
            await scene.standIn.act("expire", ["transaction": "501"])
            try await scene.standIn.settled()
            #expect(scene.site.posts().count == 2)
        }
    }

    @Test func `webhooks come twice, late with newer state, in the wrong order, and from strangers`() async throws {
        try await withMemberPress { scene in
            _ = try await scene.subscribe("all")
            await scene.standIn.behave(.webhooksTwice, ["times": "1"])
            await scene.standIn.act("webhook", ["event": "member-added", "member": "12"])
            _ = try await scene.site.posts(2)
            await scene.standIn.behave(.webhooksHeld)
            let made = try await scene.post("mp/v1/members", ["email": "new@museum.example", "username": "new"])
            let paid = try await scene.post("mp/v1/transactions", ["member": made.id, "membership": "201", "status": "complete"])
            await scene.standIn.behave(.none)
            await scene.standIn.act("refund", ["transaction": paid.id])
            _ = try await scene.site.posts(3)
            await scene.standIn.act("flush", ["order": "reversed"])
            let posts = try await scene.site.posts(6)
            let told = try posts.suffix(3).map { try $0.json(Told.self) }
            #expect(told.map(\.event) == ["non-recurring-transaction-completed", "transaction-completed", "member-added"])
            #expect(told[0].data["status"] == .string("refunded"))
            await scene.standIn.act("forge", ["event": "transaction-completed", "transaction": "502"])
            _ = try await scene.site.posts(7)
        }
    }

    @Test func `without an answer a webhook is tried five times`() async throws {
        try await withMemberPress { scene in
            _ = try await scene.post("mp/v1/webhooks/subscribe", ["url": "http://127.0.0.1:1/x", "event": "transaction-refunded"])
            await scene.standIn.act("refund", ["transaction": "502"])
            try await scene.standIn.settled()
            let deliveries = await scene.standIn.deliveries()
            #expect(deliveries.count == 5 && deliveries.allSatisfy { $0.status == nil })
            #expect(try await scene.post("mp/v1/webhooks/subscribe", ["event": "all"]).status == 409)
            #expect(try await scene.get("mp/v1/events/poll?event=transaction-completed&event_type=transaction").values.count == 1)
        }
    }

    // Media.

    @Test func `WordPress takes a file with its name, and gives it back`() async throws {
        try await withMemberPress { scene in
            let listed = try await scene.get("wp/v2/media?per_page=2", headers: [])
            #expect(try listed.values.count == 2 && listed["X-WP-TotalPages"] == "2")
            #expect(try await scene.get("wp/v2/media?page=9").code == "rest_post_invalid_page_number")
            #expect(try await scene.get("wp/v2/media?per_page=101").code == "rest_invalid_param")
            #expect(try await scene.get("wp/v2/media/1").code == "rest_post_invalid_id")
            let address = "\(scene.credentials.address)/wp-json/wp/v2/media"
            func upload(_ headers: [(name: String, value: String)]) async throws -> OutboundAnswer {
                try await scene.client.send(OutboundRequest("POST", address, headers: headers, body: Array("picture".utf8)))
            }
            let named = [
                (name: "Content-Disposition", value: "attachment; filename=\"Lake at dawn.png\""), (name: "Content-Type", value: "image/png"),
            ]
            #expect(try await upload(named).code == "rest_cannot_create")
            #expect(try await upload(scene.basic()).code == "rest_upload_no_content_disposition")
            let made = try await upload(named + scene.basic())
            #expect(made.status == 201)
            guard case .string(let source)? = try made.object["source_url"] else { throw TestFailure("no address") }
            #expect(source.hasSuffix("/lake-at-dawn-1.png"))
            #expect(try await scene.client.send(.get(source)).text == "picture")
        }
    }
}

private struct Told: Decodable {
    var event: String
    var type: String
    var data: [String: JSONValue]
}

/// The stand-in over HTTP, and a site that takes its webhooks.
private struct MemberPressScene: Sendable {
    let standIn: MemberPressStandIn
    let site: CallbackSite
    let client = HTTPClient(timeout: .seconds(20))

    var credentials: MemberPressCredentials { standIn.credentials }
    var keyed: [(name: String, value: String)] { [("MEMBERPRESS-API-KEY", credentials.key)] }

    func basic() -> [(name: String, value: String)] {
        [("Authorization", "Basic " + Data("\(credentials.user):\(credentials.applicationPassword)".utf8).base64EncodedString())]
    }

    func get(_ path: String, headers: [(name: String, value: String)]? = nil) async throws -> OutboundAnswer {
        try await client.send(.get("\(credentials.address)/wp-json/\(path)", headers: headers ?? keyed))
    }

    func post(_ path: String, _ fields: [String: String]) async throws -> OutboundAnswer {
        try await client.send(.json("\(credentials.address)/wp-json/\(path)", fields, headers: keyed))
    }

    func subscribe(_ event: String) async throws -> Int {
        struct Answer: Decodable {
            struct Data: Decodable { var id: Int }
            var data: Data
        }
        let answer = try await post("mp/v1/webhooks/subscribe", ["url": "\(site.address)/callback", "event": event])
        #expect(answer.status == 201)
        return try answer.json(Answer.self).data.id
    }

    func validated(_ login: String, _ password: String) async throws -> Bool {
        try await post("mp/v1/validate-login", ["login": login, "password": password]).text.contains("\"validated\":true")
    }

    func control(_ order: ControlOrder) async throws -> Int {
        try await client.send(.json(credentials.address.replacing("/memberpress", with: "/control"), order)).status
    }
}

private func withMemberPress(_ body: (MemberPressScene) async throws -> Void) async throws {
    let site = try CallbackSite()
    let outcome: Result<Void, any Error>
    do {
        try await withStandIn {
            MemberPressStandIn(at: $0)
        } run: { standIn in
            try await body(MemberPressScene(standIn: standIn, site: site))
        }
        outcome = .success(())
    } catch { outcome = .failure(error) }
    await site.stop()
    try outcome.get()
}

extension OutboundAnswer {
    fileprivate var object: [String: JSONValue] { get throws { try json([String: JSONValue].self) } }
    fileprivate var values: [[String: JSONValue]] { get throws { try json([[String: JSONValue]].self) } }
    fileprivate var code: String? { if case .string(let code)? = try? object["code"] { code } else { nil } }
    /// Of an entity, whether it is a text or a number.
    fileprivate var id: String {
        switch try? object["id"] {
        case .string(let id)?: id
        case .integer(let id)?: String(id)
        default: ""
        }
    }
}
