import Core
import Crypto
import Foundation
import Outbound
import StandIns
import TestSupport
import Testing

@testable import MuseumApp

/// The client of MemberPress against the stand-in, over the wire.
@Suite struct MemberPressClientTests {
    // Reading.

    @Test(.covers("MUS-048")) func `every member is read once, page by page`() async throws {
        try await withMemberPress { scene in
            let members = try await scene.client.members()
            #expect(members.map(\.id) == Array(11...56))
            let first = try #require(members.first)
            #expect(first.email == "amina@museum.example" && first.firstName == "Amina" && first.activeMemberships == [204])
            #expect(first.registeredAt != nil && first.profile["mepr_newsletter"] == "on" && members[1].profile.isEmpty)
        }
    }

    @Test(.covers("MUS-048"), arguments: [(MemberPressFault.membersJoin, 47...60), (.membersVanish, 30...46)])
    func `a list that changes while it is read gives nobody twice`(fault: MemberPressFault, counts: ClosedRange<Int>) async throws {
        try await withMemberPress { scene in
            await scene.standIn.behave(fault)
            let ids = try await scene.client.members().map(\.id)
            #expect(Set(ids).count == ids.count && counts.contains(ids.count), "\(ids.count)")
        }
    }

    @Test(.covers("MUS-048")) func `tiers come with their price and how long they last`() async throws {
        try await withMemberPress { scene in
            let tiers = try await scene.client.memberships()
            #expect(tiers.map(\.term) == [.years(1), .years(1), .months(6), .life, .months(3), .weeks(2), .years(1), .years(1)])
            #expect(tiers[0].price == 60_00 && tiers[0].benefits == ["Free entry", "A tenth off in the shop"])
            #expect(tiers.filter { !$0.isPublished }.map(\.id) == [208])
        }
    }

    @Test func `who holds a membership follows from what was paid, and until when`() async throws {
        try await withMemberPress { scene in
            let now = SiteClock.wall.now()
            // Life, expired, refunded, on trial, suspended but paid for, renewed, pending, failed, without any.
            let states: [(Int64, Bool)] = [
                (11, true), (12, false), (24, false), (14, true), (15, true), (17, true), (19, false), (20, false), (21, false),
            ]
            for (member, isHolder) in states {
                let holds = try await scene.client.transactions(of: member).contains { $0.grantsAccess(at: now) }
                #expect(holds == isHolder, "member \(member)")
            }
            let trial = try #require(try await scene.client.transactions(of: 14).first)
            #expect(trial.status == .confirmed && trial.expiresAt != nil)
            #expect(try await scene.client.transactions(of: 11).first?.expiresAt == nil)
        }
    }

    @Test func `a member is found by their address, however it is written`() async throws {
        try await withMemberPress { scene in
            let both = try await scene.client.members(withEmail: " AMINA@museum.example ")
            #expect(both.map(\.id) == [11, 55])
            // The search of the server also finds parts.
            #expect(try await scene.client.members(withEmail: "mina@museum.example") == [])
            #expect(try await scene.client.member(55).username == "amina.old")
        }
    }

    @Test(.covers("MUS-052")) func `a login is checked by MemberPress`() async throws {
        try await withMemberPress { scene in
            let right = MemberPressCredentials.memberPassword
            for (login, password, isRight) in [("grace", right, true), ("Grace@museum.example", right, true), ("grace", "guess", false)] {
                let isTaken = try await scene.client.validateLogin(login, password)
                #expect(isTaken == isRight, "\(login)")
            }
        }
    }

    // Writing.

    @Test(.covers("MUS-048")) func `a member is made once`() async throws {
        try await withMemberPress { scene in
            let new = NewMemberPressMember(email: "Zuri@museum.example", username: "zuri", firstName: "Zuri", lastName: "Lungu")
            let made = try await scene.client.createMember(new)
            #expect(made.email == "Zuri@museum.example" && made.firstName == "Zuri")
            var again = new
            again.email = "zuri@MUSEUM.example"
            #expect(try await scene.client.createMember(again).id == made.id)
            #expect(await scene.standIn.memberCount() == 47)
            // The name is somebody else's.
            let taken = NewMemberPressMember(email: "other@museum.example", username: "grace", firstName: "", lastName: "")
            let failure = await #expect(throws: MemberPressFailure.self) { try await scene.client.createMember(taken) }
            guard case .rejected("mp_db_create_error", _)? = failure else { throw TestFailure("\(String(describing: failure))") }
            #expect(failure?.isWorthRetrying == false)
        }
    }

    @Test(.covers("MUS-048", "MUS-049"), arguments: [nil, MemberPressFault.responseLost, .responseStalled])
    func `a payment is written down once, though its answer is lost`(fault: MemberPressFault?) async throws {
        try await withMemberPress(timeout: .seconds(2)) { scene in
            let end = Instant(rfc3339: "2031-05-01T10:00:00Z")
            let new = NewMemberPressTransaction(
                member: 12, membership: 201, reference: "stoa-m-42", amount: 60_50, startsAt: SiteClock.wall.now(), expiresAt: end)
            if let fault { await scene.standIn.behave(fault, ["on": "transactions", "method": "POST", "times": "1"]) }
            let made = try await scene.client.createTransaction(new)
            #expect(made.reference == "stoa-m-42" && made.status == .complete && made.total == 60_50 && made.expiresAt == end)
            #expect(try await scene.client.createTransaction(new).id == made.id)
            #expect(await scene.standIn.transactions(numbered: "stoa-m-42") == 1)
            #expect(try await scene.client.transaction(reference: "stoa-m-4") == nil)
        }
    }

    @Test(arguments: [nil, MemberPressFault.responseLost]) func `a refund ends access, and is made once`(fault: MemberPressFault?) async throws {
        try await withMemberPress { scene in
            let new = NewMemberPressTransaction(
                member: 12, membership: 204, reference: "stoa-m-7", amount: 500_00, startsAt: SiteClock.wall.now(), expiresAt: nil)
            let made = try await scene.client.createTransaction(new)
            #expect(made.expiresAt == nil && made.grantsAccess(at: SiteClock.wall.now()))
            if let fault { await scene.standIn.behave(fault, ["on": "transactions", "method": "POST", "times": "1"]) }
            #expect(try await scene.client.refund(made.id).status == .refunded)
            #expect(try await scene.client.refund(made.id).status == .refunded)
            // What was never complete cannot be given back.
            let pending = try #require(try await scene.client.transactions(of: 19).first)
            await #expect(throws: MemberPressFailure.self) { try await scene.client.refund(pending.id) }
        }
    }

    @Test func `two calls at once for one address come to one member`() async throws {
        try await withMemberPress { scene in
            let client = scene.client
            @Sendable func make(_ email: String, _ name: String) async throws -> Int64 {
                try await client.createMember(NewMemberPressMember(email: email, username: name, firstName: "", lastName: "")).id
            }
            async let first = make("zuri@museum.example", "zuri")
            async let second = make("Zuri@museum.example", "zuri.2")
            let (one, other) = try await (first, second)
            #expect(one == other)
            #expect(await scene.standIn.memberCount() == 47)
        }
    }

    @Test func `a crash over a name that is taken is no member`() async throws {
        try await withMemberPress { scene in
            await scene.standIn.behave(.createCrashes)
            let new = NewMemberPressMember(email: "other@museum.example", username: "grace", firstName: "", lastName: "")
            let failure = await #expect(throws: MemberPressFailure.self) { try await scene.client.createMember(new) }
            #expect(failure == .unreachable("status 500", mayHaveArrived: true))
            let none = try await scene.client.members(withEmail: new.email)
            #expect(none.isEmpty)
        }
    }

    // Failures.

    @Test(
        .covers("MUS-003", "MUS-049"),
        arguments: [
            (MemberPressFault.criticalError, MemberPressFailure.unreachable("status 500", mayHaveArrived: true)),
            (.maintenance, .unreachable("status 503", mayHaveArrived: false)), (.throttled, .unreachable("status 429", mayHaveArrived: false)),
            (.blocked, .unreachable("status 403", mayHaveArrived: false)),
            (.pluginOff, .rejected(code: "rest_no_route", message: "No route was found matching the URL and request method.")),
        ])
    func `what answers in the plugin's place is told apart, and asked again later`(fault: MemberPressFault, failure: MemberPressFailure) async throws
    {
        try await withMemberPress { scene in
            await scene.standIn.behave(fault)
            await #expect(throws: failure) { try await scene.client.members() }
            await #expect(throws: failure) { try await scene.client.validateLogin("grace", MemberPressCredentials.memberPassword) }
            await #expect(throws: failure) { try await scene.client.check() }
            #expect(failure.isWorthRetrying)
            await scene.standIn.behave(.none)
            try await scene.client.check()
        }
    }

    @Test(.covers("MUS-003"), arguments: [MemberPressFault.page, .warning])
    func `a page instead of JSON is no answer`(fault: MemberPressFault) async throws {
        try await withMemberPress { scene in
            await scene.standIn.behave(fault)
            let failure = await #expect(throws: MemberPressFailure.self) { try await scene.client.validateLogin("grace", "guess") }
            guard case .malformed? = failure else { throw TestFailure("\(String(describing: failure))") }
            #expect(failure?.isWorthRetrying == true)
        }
    }

    @Test(.covers("MUS-049")) func `a server that is slow or gone is not reached`() async throws {
        try await withMemberPress(timeout: .milliseconds(300)) { scene in
            await scene.standIn.behave(.slow, ["times": "1"])
            let slow = await #expect(throws: MemberPressFailure.self) { try await scene.client.check() }
            guard case .unreachable(_, mayHaveArrived: true)? = slow else { throw TestFailure("\(String(describing: slow))") }
            let gone = MemberPressClient(address: "http://127.0.0.1:1", key: "x")
            let failure = await #expect(throws: MemberPressFailure.self) { try await gone.check() }
            guard case .unreachable(_, mayHaveArrived: false)? = failure else { throw TestFailure("\(String(describing: failure))") }
        }
    }

    @Test(.covers("MUS-003")) func `a key that was changed is refused, and an id that is not there is not found`() async throws {
        try await withMemberPress { scene in
            await #expect(throws: MemberPressFailure.notFound) { try await scene.client.member(9999) }
            await scene.standIn.act("rotate-key")
            await #expect(throws: MemberPressFailure.refused) { try await scene.client.check() }
            await #expect(throws: MemberPressFailure.refused) { try await scene.client.members() }
        }
    }

    @Test func `an end that cannot be read is not taken for a lifetime`() throws {
        let fields: [String: JSONValue] = ["id": .string("1"), "member": .string("2"), "membership": .integer(3), "status": .string("complete")]
        func transaction(_ end: JSONValue) throws -> MemberPressTransaction {
            try MemberPressTransaction(PHPValue(.object(fields.merging(["expires_at": end]) { $1 })))
        }
        #expect(try transaction(.string("0000-00-00 00:00:00")).expiresAt == nil)
        #expect(try transaction(.null).expiresAt == nil)
        #expect(try transaction(.string("2026-11-20 09:30:00")).expiresAt == Instant(rfc3339: "2026-11-20T09:30:00Z"))
        #expect(throws: MemberPressFailure.self) { try transaction(.string("soon")) }
    }

    @Test func `numbers, flags and ids are read as PHP writes them`() {
        let numbers: [(JSONValue, Int?)] = [
            (.string("9.00"), 900), (.string("9.5"), 950), (.integer(9), 900), (.number(9.25), 925), (.string("-3"), -300), (.string("free"), nil),
            (.null, nil), (.bool(true), nil), (.string("9.001"), nil), (.string("9.500"), 950),
        ]
        for (value, hundredths) in numbers { #expect(PHPValue(value).hundredths == hundredths, "\(value)") }
        let flags: [(JSONValue, Bool)] = [
            (.bool(true), true), (.string("1"), true), (.string("0"), false), (.string(""), false), (.integer(1), true), (.null, false),
        ]
        for (value, flag) in flags { #expect(PHPValue(value).flag == flag, "\(value)") }
        let ids: [(JSONValue, Int64?)] = [
            (.string("3"), 3), (.integer(3), 3), (.object(["id": .string("3")]), 3), (.string("0"), nil), (.bool(false), nil), (.null, nil),
        ]
        for (value, id) in ids { #expect(PHPValue(value).id == id, "\(value)") }
    }

    // Files.

    @Test(.covers("MUS-027", "MUS-053", "CORE-031")) func `a file that was sent is compared with what WordPress gives out`() async throws {
        try await withMemberPress { scene in
            let bytes = Array("a picture of a lake, quite large".utf8)
            let file = try await scene.client.upload(bytes, named: "Lake – dawn.png", type: "image/png")
            #expect(file.type == "image/png" && file.size == bytes.count)
            #expect(try await scene.client.bytes(of: file, expecting: sha256(bytes)) == bytes)
            await #expect(throws: MemberPressFailure.hashMismatch) { try await scene.client.bytes(of: file, expecting: sha256([1])) }
            for fault in [MemberPressFault.fileDamaged, .fileCut] {
                await scene.standIn.behave(fault, ["on": "uploads"])
                await #expect(throws: MemberPressFailure.hashMismatch) { try await scene.client.upload(bytes, named: "x.png", type: "image/png") }
            }
            // Without a hash to compare, a length that is wrong is seen all the same.
            await #expect(throws: MemberPressFailure.hashMismatch) { try await scene.client.bytes(of: file) }
        }
    }

    @Test(.covers("MUS-053")) func `of a large picture the original is compared, not what WordPress made of it`() async throws {
        try await withMemberPress { scene in
            await scene.standIn.behave(.fileScaled, ["on": "media"])
            let bytes = Array("a very large picture".utf8)
            let file = try await scene.client.upload(bytes, named: "large.png", type: "image/png")
            #expect(file.address.hasSuffix("/large.png"))
        }
    }

    @Test(.covers("MUS-027")) func `pictures are listed, and a file that is gone is not found`() async throws {
        try await withMemberPress { scene in
            let pictures = try await scene.client.pictures()
            #expect(Set(pictures.map(\.title)) == ["Copper crosses", "Lake at dawn", "Basket weaving"])
            let first = try #require(pictures.first)
            #expect(try await scene.client.file(first.id) == first)
            #expect(try await scene.client.bytes(of: first).isEmpty == false)
            await #expect(throws: MemberPressFailure.notFound) { try await scene.client.file(1) }
            let none = "\(scene.client.address)/wp-content/uploads/none.png"
            await #expect(throws: MemberPressFailure.notFound) { try await scene.client.download(none) }
            await #expect(throws: MemberPressFailure.refused) {
                let reader = MemberPressClient(address: scene.client.address, key: scene.standIn.credentials.key)
                _ = try await reader.upload([1], named: "x.png", type: "image/png")
            }
        }
    }

    @Test(.covers("CORE-031")) func `a file elsewhere on a private network is not fetched`() async throws {
        try await withMemberPress { scene in
            for address in ["http://127.0.0.1:1/x.png", "http://169.254.169.254/latest", "https://127.0.0.1:1/x.png"] {
                let failure = await #expect(throws: MemberPressFailure.self) { try await scene.client.download(address) }
                guard case .unreachable? = failure else { throw TestFailure("\(String(describing: failure))") }
            }
        }
    }
}

/// The stand-in over HTTP, and the client of it.
private struct MemberPressScene: Sendable {
    let standIn: MemberPressStandIn
    let client: MemberPressClient
}

private func withMemberPress(timeout: Duration = .seconds(20), _ body: (MemberPressScene) async throws -> Void) async throws {
    try await withStandIn {
        MemberPressStandIn(at: $0)
    } run: { standIn in
        let credentials = standIn.credentials
        let client = MemberPressClient(
            address: credentials.address, key: credentials.key, uploader: (credentials.user, credentials.applicationPassword),
            client: HTTPClient(timeout: timeout), pageSize: 10)
        try await body(MemberPressScene(standIn: standIn, client: client))
    }
}
