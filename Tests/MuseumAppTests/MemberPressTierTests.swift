import Core
import Database
import Platform
import TestSupport
import Testing

@testable import MuseumApp

/// Tiers that are kept in MemberPress.
@Suite struct MemberPressTierTests {
    private func offered(
        _ id: Int64, _ title: String, _ price: String, _ count: Int64, _ unit: String, status: String = "publish"
    ) throws
        -> MemberPressMembership
    {
        try MemberPressMembership(
            PHPValue(
                .object([
                    "id": .integer(id), "title": .string(title), "price": .string(price), "period": .string(String(count)),
                    "period_type": .string(unit), "status": .string(status),
                ])))
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `tiers follow MemberPress, and what the museum added to them stays`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let own = try await museum.tier("Own")
            let mirror = TierMirror(currency: "USD")
            func take(_ offered: [MemberPressMembership]) async throws -> TierMirror.Outcome {
                try await museum.app.site.write(by: nil) { try mirror.take(offered, in: $0) }
            }
            func tiers() async throws -> [Tier] { try await TierEditing(site: museum.app.site).all().filter { $0.id != own } }

            let first = [
                try offered(201, "Friend", "60.00", 1, "years"), try offered(204, "Patron", "500.00", 1, "lifetime"),
                try offered(206, "Week", "15.00", 2, "weeks"), try offered(208, "Draft", "70.00", 1, "years", status: "draft"),
            ]
            let begun = try await take(first)
            #expect(begun == TierMirror.Outcome(added: 2, skipped: ["Week"]))
            let again = try await take(first)
            #expect(again == TierMirror.Outcome(skipped: ["Week"]))
            let friend = try #require(try await tiers().first { $0.recordID == 201 })
            #expect(friend.months == 12 && friend.price == 60_00 && !friend.isSold)
            try await museum.app.site.write(by: nil) { write in
                _ = try write.run("UPDATE museum_tier SET level = \(3), is_sold = \(true) WHERE id = \(friend.id)")
            }

            let dearer = try await take([try offered(201, "Friend of art", "65.00", 6, "months")])
            #expect(dearer == TierMirror.Outcome(changed: 1, retired: 1))
            let changed = try #require(try await tiers().first { $0.recordID == 201 })
            #expect(changed.name == "Friend of art" && changed.price == 65_00 && changed.months == 6 && changed.level == 3 && changed.isSold)
            let patron = try #require(try await tiers().first { $0.recordID == 204 })
            #expect(patron.isRetired)

            // An empty answer is a fault, and what comes back is offered again.
            let empty = try await take([])
            #expect(empty == TierMirror.Outcome())
            let back = try await take(first)
            #expect(back == TierMirror.Outcome(changed: 2, skipped: ["Week"]))
            let kept = try await TierEditing(site: museum.app.site).find(own)
            #expect(!kept.isRetired)
        }
    }
}
