import Accounts
import Audit
import Core
import Database
import Payments
import Platform

/// The identity of an adjustment.
typealias PointsAdjustmentID = ID<PointsAdjustment>

/// Points that staff gave or took, with the reason (CAF-048).
struct PointsAdjustment: Sendable, Equatable {
    /// What the ledger calls its cause.
    static let kind = "cafeteria.points-adjustment"
    static let longestReason = 200
    static let most = 100_000

    let id: PointsAdjustmentID
    let reason: String

    /// Why somebody's points were adjusted, by the numbers of the adjustments.
    static func reasons(of person: PersonID, in db: any Connection) throws -> [Int64: String] {
        let rows = try db.all(
            "SELECT id, reason FROM cafeteria_points_adjustment WHERE person_id = \(person) ORDER BY id LIMIT 10000" as Query<Row2<Int64, String>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }
}

extension PointsAdjustment: Audited {
    static var auditEntity: String { kind }
}

/// Why points were not adjusted.
enum AdjustmentRefusal: Error, Equatable {
    case invalid([String: Text])
    /// There are only so many.
    case tooFew(Int)
}

extension AdjustmentRefusal: ProblemConvertible {
    var problem: Problem {
        let fields: [String: Text] =
            switch self {
            case .invalid(let fields): fields
            case .tooFew(let balance): ["points": "There are only \(balance) points to take away."]
            }
        return Problem(
            .invalid, "cafeteria.adjustment-wrong", "The points weren’t changed.", remedy: "Correct what is marked and try again.", fields: fields)
    }
}

/// The form of an adjustment, as it is sent.
struct AdjustmentForm: Decodable, Sendable {
    var direction: String?
    var points: String?
    var reason: String?
}

/// Adjusts the points of customers, through the ledger.
struct PointsAdjusting: Sendable {
    let site: Site

    /// Gives or takes points; nobody has less than none.
    /// - Throws: ``AdjustmentRefusal``.
    func adjust(_ form: AdjustmentForm, of person: PersonID, by staff: PersonID) async throws -> Int {
        var wrong: [String: Text] = [:]
        let amount = Int((form.points ?? "").trimmed) ?? 0
        if !(1...PointsAdjustment.most).contains(amount) { wrong["points"] = "Enter a number from 1 to \(PointsAdjustment.most)." }
        let reason = (form.reason ?? "").tidied()
        if reason.isEmpty { wrong["reason"] = "Enter a reason. The customer sees it." }
        if reason.length > PointsAdjustment.longestReason { wrong["reason"] = "Write at most \(PointsAdjustment.longestReason) characters." }
        guard ["add", "remove"].contains(form.direction), wrong.isEmpty else {
            if form.direction == nil { wrong["direction"] = "Choose whether to add or remove points." }
            throw AdjustmentRefusal.invalid(wrong)
        }
        let change = form.direction == "remove" ? -amount : amount
        return try await site.write(by: staff) { write in
            guard try People.names(of: [person], in: write)[person] != nil else { throw Problem.notFound }
            let balance = try Points.balance(of: person, in: write)
            guard balance + change >= 0 else { throw AdjustmentRefusal.tooFew(balance) }
            let id: PointsAdjustmentID = try write.insert(
                """
                INSERT INTO cafeteria_points_adjustment (person_id, points, reason, created_at, changed_at, changed_by)
                VALUES (\(person), \(change), \(reason), \(write.now), \(write.now), \(staff))
                """)
            try Points.adjust(change, of: person, because: id, in: write)
            try write.audit(.create, id, ["person": person.description, "points": String(change), "reason": reason])
            return balance + change
        }
    }
}
