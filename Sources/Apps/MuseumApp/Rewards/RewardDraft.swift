import Core
import Foundation

/// The form of a reward, as it is sent.
struct RewardForm: Decodable, Sendable {
    var title: String?
    var text: String?
    var code: String?
    var link: String?
    var first: String?
    var last: String?
    var tiers: [String]?
}

extension RewardForm {
    init(_ reward: Reward, tiers: [TierID]) {
        (title, text, code, link) = (reward.title, reward.text, reward.code, reward.link)
        (first, last) = (reward.first.description, reward.last.description)
        self.tiers = tiers.map(\.description)
    }
}

/// A reward that may be kept.
struct RewardDraft: Sendable, Equatable {
    let title: String
    let text: String
    let code: String
    let link: String
    let first: Day
    let last: Day
    let tiers: [TierID]

    /// Checks a form.
    /// - Parameter known: the tiers that there are.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: RewardForm, known: Set<TierID>) throws(Problem) {
        var wrong: [String: Text] = [:]
        func words(_ field: String, _ text: String, _ most: Int) -> String {
            if text.length > most { wrong[field] = "Write at most \(most) characters." }
            return text
        }
        title = words("title", (form.title ?? "").tidied(), Reward.longestTitle)
        if title.isEmpty { wrong["title"] = "Enter a title." }
        text = words("text", (form.text ?? "").tidiedLines(), Reward.longestText)
        code = words("code", (form.code ?? "").tidied(), Reward.longestCode)
        link = words("link", (form.link ?? "").trimmed, Reward.longestLink)
        if !link.isEmpty, !Self.isWebAddress(link) { wrong["link"] = "Enter an address that begins with https://." }
        let (first, last) = ((form.first ?? "").trimmed, (form.last ?? "").trimmed)
        if Day(first) == nil { wrong["first"] = "Enter a date." }
        if Day(last) == nil { wrong["last"] = "Enter a date." }
        if let first = Day(first), let last = Day(last), last < first { wrong["last"] = "The last day must not be before the first." }
        tiers = (form.tiers ?? []).compactMap { TierID($0) }.filter { known.contains($0) }
        if tiers.isEmpty { wrong["tiers"] = "Choose who gets it." }
        guard wrong.isEmpty, let first = Day(first), let last = Day(last) else {
            throw Problem(
                .invalid, "museum.reward-wrong", "The reward wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        (self.first, self.last) = (first, last)
    }

    /// No other scheme, and no name of a user before the host, which people are deceived with.
    private static func isWebAddress(_ text: String) -> Bool {
        guard text.hasPrefix("https://"), let address = URL(string: text) else { return false }
        return address.host()?.contains(".") == true && address.user() == nil
    }
}
