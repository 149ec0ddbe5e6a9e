import Core
import Database
import Platform

/// The app's share in the export and the erasure of a person's data (CORE-020). Memberships stay in the books, without a name.
struct MuseumData: PersonalData {
    let services: MuseumServices
    let folder = "museum"
    var title: Text { "Museum" }

    private struct Share: Encodable {
        let membership: Int64
        let tier: String
        let status: String
        let price: Int
        let currency: String
        let chosen: String
        let starts: String?
        let expires: String?
    }

    private struct Visit: Encodable {
        let at: String
        let result: String
        let place: String
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let shares = try await services.site.database.readInBackground { db in
            let names = Dictionary(try db.all(.tiers(withRetired: true)).map { ($0.id, $0.name) }) { first, _ in first }
            return try db.all(.memberships(of: person)).map { membership in
                Share(
                    membership: membership.id.number, tier: names[membership.tier] ?? "", status: membership.status.rawValue,
                    price: membership.price, currency: membership.currency, chosen: membership.createdAt.rfc3339,
                    starts: membership.startsAt?.rfc3339, expires: membership.expiresAt?.rfc3339)
            }
        }
        if !shares.isEmpty { try export.add(shares, as: "memberships.json", "Your memberships") }
        let visits = try await services.site.database.readInBackground { db in
            try db.all(
                """
                SELECT \(Scan.columns) FROM museum_scan s JOIN museum_membership m ON m.id = s.membership_id
                WHERE m.person_id = \(person) ORDER BY s.id LIMIT 100000
                """ as Query<Scan>
            ).map { Visit(at: $0.scannedAt.rfc3339, result: $0.result.rawValue, place: $0.place) }
        }
        if !visits.isEmpty { try export.add(visits, as: "entrance.json", "When your code was scanned at the entrance") }
    }

    func erase(_ person: PersonID, in write: Write) throws {
        for membership in try write.all(.memberships(of: person)) where membership.status == .pending {
            try services.memberships.cancel(membership.id, in: write)
        }
        try write.run("DELETE FROM museum_registration WHERE person_id = \(person)")
        for membership in try write.all(.memberships(of: person)) { try Passes.revoke(of: membership.id, in: write) }
        try write.run(
            """
            UPDATE museum_membership SET person_id = NULL, changed_at = \(write.now), changed_by = \(nil as PersonID?) WHERE person_id = \(person)
            """)
        try write.run(
            """
            UPDATE museum_membership SET buyer_id = NULL, changed_at = \(write.now), changed_by = \(nil as PersonID?) WHERE buyer_id = \(person)
            """)
    }
}
