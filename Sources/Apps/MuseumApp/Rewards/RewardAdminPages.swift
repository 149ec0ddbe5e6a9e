import Core
import Interface
import Markup
import Web

/// Rewards in the portal: those there are, and a form for more.
struct RewardAdminPage: PageAnswer {
    let rewards: [Reward]
    /// The tiers of each, by name.
    let names: [RewardID: [String]]
    let tiers: [Tier]
    let today: Day
    let languages: [Language]
    /// The one that is edited; nil for a new one.
    var edited: Reward?
    var form = RewardForm()
    var words: Translations = [:]
    var problem: Problem?

    var title: Text { edited.map { .verbatim($0.title) } ?? "Rewards" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminRewards() }

    var body: some HTML {
        if edited == nil {
            PageHeader(title, lead: "Discounts and other things for members. They’re notified on the first day, once.")
        } else {
            PageHeader(title, crumbs: [Crumb("Rewards", href: MuseumPaths.adminRewards())])
        }
        if edited == nil, !rewards.isEmpty {
            DataTable(
                title, columns: [.init("Title"), .init("For"), .init("Dates"), .init("Status")],
                rows: rewards.map { reward in
                    .init([
                        a(.href(MuseumPaths.adminReward(reward.id)), .dir("auto")) { reward.title },
                        span(.dir("auto")) { (names[reward.id] ?? []).joined(separator: ", ") }, "\(reward.first) – \(reward.last)" as Text,
                        badge(reward),
                    ])
                })
        }
        if tiers.isEmpty {
            EmptyState(.idCard, title: "No tiers yet", message: "Add a tier first. Rewards are for its members.") {
                LinkButton("Tiers", href: MuseumPaths.adminTiers())
            }
        } else {
            Card(edited == nil ? "New reward" : nil) { fields }
        }
        if let edited {
            Form(MuseumPaths.adminRewardDelete(edited.id), .class("card")) {
                p { "Members can’t find it any more once it’s deleted." }
                Actions { Button("Delete reward", icon: .trash, style: .danger) }
            }
        }
    }

    @HTMLBuilder private var fields: Node {
        let wrong = problem?.fields ?? [:]
        ProblemAlert(problem)
        Form(edited.map { MuseumPaths.adminReward($0.id) } ?? MuseumPaths.adminRewards(), .class("stack")) {
            TextField("Title", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true, .maxlength(Reward.longestTitle))
            TextArea(
                "Text", name: "text", value: form.text ?? "", lines: 5, hint: "An empty line begins a paragraph.", error: wrong["text"],
                .maxlength(Reward.longestText))
            div(.class("field-pair")) {
                TextField("First day", name: "first", value: form.first ?? "", kind: .date, error: wrong["first"], isRequired: true)
                TextField("Last day", name: "last", value: form.last ?? "", kind: .date, error: wrong["last"], isRequired: true)
            }
            TextField(
                "Code", name: "code", value: form.code ?? "", hint: "What members show or enter.", error: wrong["code"],
                .maxlength(Reward.longestCode))
            TextField(
                "Link", name: "link", value: form.link ?? "", kind: .url, hint: "Such as your shop, with https://.", error: wrong["link"],
                .maxlength(Reward.longestLink))
            fieldset(.class("field"), .if(wrong["tiers"] != nil, .class("field-invalid"))) {
                legend(.class("field-label")) { "For members of" }
                for tier in tiers {
                    Checkbox(
                        .verbatim(tier.name), name: "tiers", value: tier.id.description,
                        isChecked: form.tiers?.contains(tier.id.description) == true)
                }
                if let error = wrong["tiers"] { p(.class("field-error"), .role("alert")) { error } }
            }
            TranslationFields(Reward.self, languages: languages, kept: words, wrong: wrong)
            Actions { Button(edited == nil ? "Add reward" : "Save") }
        }
    }

    private func badge(_ reward: Reward) -> Badge {
        switch reward.standing(on: today) {
        case .planned: Badge("Planned")
        case .now: Badge("Now", tone: .success)
        case .over: Badge("Past")
        }
    }
}
