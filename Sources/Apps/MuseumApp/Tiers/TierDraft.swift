import Audit
import Core
import Database
import Platform

/// The form of a tier, as it is sent.
struct TierForm: Decodable, Sendable {
    var name: String?
    var summary: String?
    var benefits: String?
    var price: String?
    var months: String?
    var level: String?
    var guests: String?
    var isSold: Bool?
    var isRetired: Bool?
}

extension TierForm {
    init(_ tier: Tier) {
        name = tier.name
        summary = tier.summary
        benefits = tier.benefits.joined(separator: "\n")
        price = tier.cost.plain
        months = String(tier.months)
        level = String(tier.level)
        guests = String(tier.guests)
        isSold = tier.isSold
        isRetired = tier.isRetired
    }
}

/// A tier that may be kept.
struct TierDraft: Sendable, Equatable {
    let name: String
    let summary: String
    let benefits: [String]
    let price: Money
    let months: Int
    let level: Int
    let guests: Int
    let isSold: Bool
    let isRetired: Bool

    /// Checks a form.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: TierForm, currency: String) throws(Problem) {
        var wrong: [String: Text] = [:]
        name = (form.name ?? "").tidied()
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > Tier.longestName { wrong["name"] = "Write at most \(Tier.longestName) characters." }
        summary = (form.summary ?? "").tidied()
        if summary.length > Tier.longestSummary { wrong["summary"] = "Write at most \(Tier.longestSummary) characters." }
        benefits = Tier.benefits(form.benefits ?? "")
        if benefits.joined(separator: "\n").length > Tier.longestBenefits { wrong["benefits"] = "Write at most \(Tier.longestBenefits) characters." }
        let typed = Money(typed: form.price ?? "", currency: currency)
        price = typed ?? Money(minor: 0, currency: currency)
        if typed.map({ !(0...100_000_000).contains($0.minor) }) ?? true { wrong["price"] = "Enter a price, such as 60 or 60.00." }
        func number(_ field: String, _ text: String?, _ range: ClosedRange<Int>) -> Int {
            guard let value = text.flatMap({ Int($0.trimmed) }), range.contains(value) else {
                wrong[field] = "Enter a number from \(range.lowerBound) to \(range.upperBound)."
                return range.lowerBound
            }
            return value
        }
        months = number("months", form.months, 0...1_200)
        level = number("level", form.level, 0...100)
        guests = number("guests", form.guests, 0...Tier.mostGuests)
        isSold = form.isSold == true
        isRetired = form.isRetired == true
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "museum.tier-wrong", "The tier wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }
}

/// Changes tiers. Whoever is a member keeps what was agreed on.
struct TierEditing: Sendable {
    let site: Site

    func all() async throws -> [Tier] { try await site.database.read { try $0.all(.tiers(withRetired: true)) } }

    /// A tier with its words in further languages.
    func edited(_ id: TierID) async throws -> (tier: Tier, words: Translations) {
        try await site.database.read { db in
            guard let tier = try db.first(.tier(id)) else { throw Problem.notFound }
            return (tier, try Translations.of(tier, in: db))
        }
    }

    func find(_ id: TierID) async throws -> Tier {
        guard let tier = try await site.database.read({ try $0.first(.tier(id)) }) else { throw Problem.notFound }
        return tier
    }

    @discardableResult
    func add(_ draft: TierDraft, _ words: Translations = [:], by person: PersonID?) async throws -> TierID {
        try await site.write(by: person) { write in
            let id: TierID = try write.insert(
                """
                INSERT INTO museum_tier (name, summary, benefits, price, currency, months, level, guests, is_sold, is_retired, changed_at, changed_by)
                VALUES (\(draft.name), \(draft.summary), \(draft.benefits.joined(separator: "\n")), \(draft.price.minor), \(draft.price.currency),
                    \(draft.months), \(draft.level), \(draft.guests), \(draft.isSold), \(draft.isRetired), \(write.now), \(person))
                """)
            try words.save(as: .tier, of: id.number, in: write)
            try write.audit(.create, id, ["name": draft.name])
            return id
        }
    }

    func update(_ id: TierID, _ draft: TierDraft, _ words: Translations = [:], by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let count = try write.run(
                """
                UPDATE museum_tier SET name = \(draft.name), summary = \(draft.summary), benefits = \(draft.benefits.joined(separator: "\n")),
                    price = \(draft.price.minor), currency = \(draft.price.currency), months = \(draft.months), level = \(draft.level),
                    guests = \(draft.guests), is_sold = \(draft.isSold), is_retired = \(draft.isRetired), changed_at = \(write.now),
                    changed_by = \(person)
                WHERE id = \(id)
                """)
            guard count == 1 else { throw Problem.notFound }
            try words.save(as: .tier, of: id.number, in: write)
            try write.audit(.update, id, ["name": draft.name])
        }
    }
}
