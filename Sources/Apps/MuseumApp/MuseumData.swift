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
        let takenOff: Int
        let currency: String
        let chosen: String
        let starts: String?
        let expires: String?
    }

    private struct GiftShare: Encodable {
        let membership: Int64
        let name: String
        let email: String
        let message: String
        let accepted: String?
    }

    private struct RefundShare: Encodable {
        let membership: Int64
        let asked: String
        let words: String
        let status: String
        let answer: String
    }

    private struct EventShare: Encodable {
        let event: String
        let starts: String
        let status: String
    }

    private struct ChoiceShare: Encodable {
        let countsVisits: Bool
        let chosen: String
    }

    private struct StayShare: Encodable {
        let arrived: String
        let left: String
    }

    private struct ScanShare: Encodable {
        let at: String
        let result: String
        let place: String
        let guests: Int
    }

    private struct Linked: Encodable {
        let number: Int64
        let email: String
        let name: String
    }

    private struct Photo: Encodable {
        let added: String
        let sentToWordPress: String?
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let shares = try await services.site.database.readInBackground { db in
            let names = Dictionary(try db.all(.tiers(withRetired: true)).map { ($0.id, $0.name) }) { first, _ in first }
            return try db.all(.memberships(of: person)).map { membership in
                Share(
                    membership: membership.id.number, tier: names[membership.tier] ?? "", status: membership.status.rawValue,
                    price: membership.price, takenOff: membership.credit, currency: membership.currency, chosen: membership.createdAt.rfc3339,
                    starts: membership.startsAt?.rfc3339, expires: membership.expiresAt?.rfc3339)
            }
        }
        if !shares.isEmpty { try export.add(shares, as: "memberships.json", "Your memberships") }
        let (gifts, events) = try await services.site.database.readInBackground { db in
            let gifts = try db.all(.gifts(by: person)).compactMap { try db.first(.gift($0.id)) }.map { gift in
                GiftShare(
                    membership: gift.membership.number, name: gift.name, email: gift.email, message: gift.message, accepted: gift.claimedAt?.rfc3339)
            }
            let events = try MuseumEvents.registrations(of: person, in: db).map { event, status in
                EventShare(event: event.title, starts: event.startsAt.rfc3339, status: status.rawValue)
            }
            return (gifts, events)
        }
        let wishes = try await services.site.database.readInBackground { db in
            try db.all(.refundRequests(by: person)).map { one in
                RefundShare(
                    membership: one.membership.number, asked: one.askedAt.rfc3339, words: one.words, status: one.status.rawValue, answer: one.answer)
            }
        }
        if !wishes.isEmpty { try export.add(wishes, as: "refund-requests.json", "Refunds you asked for") }
        if !gifts.isEmpty { try export.add(gifts, as: "gifts.json", "Memberships you gave") }
        if !events.isEmpty { try export.add(events, as: "events.json", "Events you registered for") }
        let (choice, stays) = try await services.site.database.readInBackground { db in
            (try db.first(.choice(of: person)), try db.all(.visits(of: person, limit: 100_000)))
        }
        if let choice {
            try export.add(
                ChoiceShare(countsVisits: choice.isOn, chosen: choice.chosenAt.rfc3339), as: "visit-choice.json", "Whether your visits are counted")
        }
        if !stays.isEmpty {
            try export.add(
                stays.map { StayShare(arrived: $0.stay.arrival.rfc3339, left: $0.stay.departure.rfc3339) }, as: "visits.json", "Your visits")
        }
        let visits = try await services.site.database.readInBackground { db in
            try db.all(
                """
                SELECT \(Scan.columns) FROM museum_scan s JOIN museum_membership m ON m.id = s.membership_id
                WHERE m.person_id = \(person) ORDER BY s.id LIMIT 100000
                """ as Query<Scan>
            ).map { ScanShare(at: $0.scannedAt.rfc3339, result: $0.result.rawValue, place: $0.place, guests: $0.guests) }
        }
        try await exportMemberPress(person, into: export)
        if !visits.isEmpty { try export.add(visits, as: "entrance.json", "When your code was scanned at the entrance") }
    }

    /// What is kept of somebody because of MemberPress, and their licence photo.
    private func exportMemberPress(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (members, licence) = try await services.site.database.readInBackground { db in
            (try db.all(.mirroredMembers(of: person)), try db.first(.licence(of: person)))
        }
        if !members.isEmpty {
            try export.add(
                members.map { Linked(number: $0.id, email: $0.email, name: $0.name) }, as: "memberpress.json", "Your entries in MemberPress")
        }
        if let licence {
            try export.add(
                [Photo(added: licence.addedAt.rfc3339, sentToWordPress: licence.sentAt?.rfc3339)], as: "licence.json", "Your licence photo")
        }
    }

    /// What was read of them stays MemberPress', so that staff are told; nothing here leads to the account any more.
    private func eraseMemberPress(_ person: PersonID, in write: Write) throws {
        try services.licences.remove(of: person, in: write)
        for member in try write.all(.mirroredMembers(of: person)) {
            try MemberPressConflicts.raise(.erased, about: member.id, "\(member.id)", in: write)
        }
        try write.run("DELETE FROM museum_memberpress_code WHERE person_id = \(person)")
        try write.run(
            """
            UPDATE museum_memberpress_member SET person_id = NULL, proof = NULL, changed_at = \(write.now), changed_by = \(nil as PersonID?)
            WHERE person_id = \(person)
            """)
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try eraseMemberPress(person, in: write)
        for membership in try write.all(.memberships(of: person)) where membership.status == .pending {
            try services.memberships.cancel(membership.id, in: write)
        }
        // Who waits gets the places that become free.
        for (event, _) in try MuseumEvents.registrations(of: person, in: write) { try services.events.cancel(person, at: event.id, in: write) }
        try write.run("DELETE FROM museum_registration WHERE person_id = \(person)")
        try write.run("DELETE FROM museum_visit WHERE person_id = \(person)")
        try write.run("DELETE FROM museum_visit_choice WHERE person_id = \(person)")
        try write.run("DELETE FROM museum_member WHERE person_id = \(person)")
        try write.run("DELETE FROM museum_refund_request WHERE person_id = \(person)")
        // A gift that nobody has accepted stays one for whoever has its link; who it was for, and what was said, goes.
        try write.run(
            """
            UPDATE museum_gift SET email = '', name = '', message = '', changed_at = \(write.now), changed_by = \(nil as PersonID?)
            WHERE membership_id IN (SELECT id FROM museum_membership WHERE person_id = \(person) OR buyer_id = \(person))
            """)
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
