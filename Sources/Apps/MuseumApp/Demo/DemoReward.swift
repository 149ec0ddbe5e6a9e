import Core
import Database
import Platform

/// A reward of the demo, for some days from the day on which the demo is filled.
struct DemoReward: Decodable {
    var title: String
    var text: String
    var code: String?
    /// Names of tiers.
    var tiers: [String]
    var days: Int

    func make(_ words: Translations, with services: MuseumServices) async throws {
        let site = services.site
        let today = Day(site.clock.now(), in: site.configuration.zone)
        try await site.write(by: nil) { write in
            let known = try write.all(.tiers())
            let form = RewardForm(
                title: title, text: text, code: code, first: today.description, last: today.adding(days).description,
                tiers: known.filter { tiers.contains($0.name) }.map { $0.id.description })
            try services.rewards.save(RewardDraft(form, known: Set(known.map(\.id))), words, as: nil, in: write)
        }
    }
}
