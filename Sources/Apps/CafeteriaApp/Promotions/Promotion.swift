import Audit
import Core
import Database
import Foundation
import Platform

/// The identity of a promotion.
typealias PromotionID = ID<Promotion>

/// A time in which points count more (CAF-039).
struct Promotion: Sendable, Equatable {
    static let longestName = 80
    static let factors = [2, 3]
    /// Longer ones are mistakes in the year.
    static let longest = Duration.days(366)

    let id: PromotionID
    let name: String
    let factor: Int
    let startsAt: Instant
    let endsAt: Instant

    func runs(at moment: Instant) -> Bool { startsAt <= moment && moment < endsAt }

    /// What points are multiplied with at a moment: the highest that runs.
    static func factor(at moment: Instant, in db: any Connection) throws -> Int { try running(at: moment, in: db)?.factor ?? 1 }

    /// The promotion that counts at a moment.
    static func running(at moment: Instant, in db: any Connection) throws -> Promotion? {
        try db.first(
            """
            SELECT \(columns) FROM cafeteria_promotion WHERE starts_at <= \(moment) AND ends_at > \(moment)
            ORDER BY factor DESC, ends_at DESC, id LIMIT 1
            """ as Query<Promotion>)
    }
}

extension Promotion: SQLRow {
    static let columns: SQL = "id, name, factor, starts_at, ends_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        factor = try row.next()
        startsAt = try row.next()
        endsAt = try row.next()
    }
}

extension Promotion: Audited {
    static var auditEntity: String { "cafeteria.promotion" }
}

/// The form of a promotion, as it is sent: days and times by the site's clock.
struct PromotionForm: Decodable, Sendable {
    var name: String?
    var factor: String?
    var firstDay: String?
    var firstTime: String?
    var lastDay: String?
    var lastTime: String?
}

extension PromotionForm {
    init(_ promotion: Promotion, in zone: TimeZone) {
        name = promotion.name
        factor = String(promotion.factor)
        (firstDay, firstTime) = Self.clock(promotion.startsAt, zone)
        (lastDay, lastTime) = Self.clock(promotion.endsAt, zone)
    }

    private static func clock(_ moment: Instant, _ zone: TimeZone) -> (String, String) {
        (Day(moment, in: zone).description, OpeningHours.clock(Day.minute(of: moment, in: zone)))
    }
}

/// A promotion that may be kept.
struct PromotionDraft: Sendable, Equatable {
    let name: String
    let factor: Int
    let startsAt: Instant
    let endsAt: Instant

    /// Checks a form.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: PromotionForm, in zone: TimeZone) throws(Problem) {
        var wrong: [String: Text] = [:]
        name = (form.name ?? "").tidied()
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > Promotion.longestName { wrong["name"] = "Write at most \(Promotion.longestName) characters." }
        factor = form.factor.flatMap { Int($0) } ?? 0
        if !Promotion.factors.contains(factor) { wrong["factor"] = "Choose double or triple points." }
        let start = Self.moment(form.firstDay, form.firstTime, zone)
        let end = Self.moment(form.lastDay, form.lastTime, zone)
        (startsAt, endsAt) = (start ?? Instant(milliseconds: 0), end ?? Instant(milliseconds: 0))
        if start == nil { wrong["firstDay"] = "Enter a day and a time." }
        if end == nil { wrong["lastDay"] = "Enter a day and a time." }
        if let start, let end {
            if end <= start { wrong["lastDay"] = "The end must be after the start." }
            if end > start + Promotion.longest { wrong["lastDay"] = "A promotion can last a year." }
        }
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "cafeteria.promotion-wrong", "The promotion wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }

    private static func moment(_ day: String?, _ clock: String?, _ zone: TimeZone) -> Instant? {
        guard let day = day.flatMap({ Day($0.trimmed) }), let minutes = clock.flatMap(MenuBook.minutes) else { return nil }
        return day.moment(atMinute: minutes, in: zone)
    }
}

/// Changes promotions. What was earned keeps the factor that counted then.
struct PromotionEditing: Sendable {
    let site: Site

    /// Those that run or come, the next one first, and the last that are over.
    func list() async throws -> (current: [Promotion], past: [Promotion]) {
        let now = site.clock.now()
        return try await site.database.read { db in
            let current = try db.all(
                "SELECT \(Promotion.columns) FROM cafeteria_promotion WHERE ends_at > \(now) ORDER BY starts_at, id LIMIT 100" as Query<Promotion>)
            let past = try db.all(
                "SELECT \(Promotion.columns) FROM cafeteria_promotion WHERE ends_at <= \(now) ORDER BY ends_at DESC, id LIMIT 20"
                    as Query<Promotion>)
            return (current, past)
        }
    }

    func find(_ id: PromotionID) async throws -> Promotion {
        let found = try await site.database.read { db in
            try db.first("SELECT \(Promotion.columns) FROM cafeteria_promotion WHERE id = \(id)" as Query<Promotion>)
        }
        guard let found else { throw Problem.notFound }
        return found
    }

    func add(_ draft: PromotionDraft, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let id: PromotionID = try write.insert(
                """
                INSERT INTO cafeteria_promotion (name, factor, starts_at, ends_at, changed_at, changed_by)
                VALUES (\(draft.name), \(draft.factor), \(draft.startsAt), \(draft.endsAt), \(write.now), \(person))
                """)
            try write.audit(.create, id, draft.details)
        }
    }

    func update(_ id: PromotionID, _ draft: PromotionDraft, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let count = try write.run(
                """
                UPDATE cafeteria_promotion SET name = \(draft.name), factor = \(draft.factor), starts_at = \(draft.startsAt),
                    ends_at = \(draft.endsAt), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(id)
                """)
            guard count == 1 else { throw Problem.notFound }
            try write.audit(.update, id, draft.details)
        }
    }

    func delete(_ id: PromotionID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let name = try write.first("DELETE FROM cafeteria_promotion WHERE id = \(id) RETURNING name" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": name])
        }
    }
}

extension PromotionDraft {
    /// For the system log.
    fileprivate var details: [String: String] {
        ["name": name, "factor": String(factor), "from": startsAt.rfc3339, "to": endsAt.rfc3339]
    }
}
