import Core
import Interface
import Markup
import Web

/// Every tier, and a form for another one.
struct TierListPage: PageAnswer {
    let tiers: [Tier]
    var form: TierForm
    let currency: String
    let languages: [Language]
    var words: Translations = [:]
    var problem: Problem?

    var title: Text { "Tiers" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }

    var body: some HTML {
        PageHeader(title, lead: "The memberships you offer. Members keep what they paid for when you change a tier.")
        if tiers.isEmpty {
            EmptyState(.idCard, title: "No tiers yet", message: "Add the first one below. It’s for sale as soon as you save it.")
        } else {
            DataTable(
                title,
                columns: [.init("Name"), .init("Price"), .init("Tier level", isNumeric: true), .init("Guests", isNumeric: true), .init("Status")],
                rows: tiers.map { tier in
                    .init([
                        a(.href(MuseumPaths.adminTier(tier.id)), .dir("auto")) { tier.name }, tier.priceWords, "\(tier.level)" as Text,
                        "\(tier.guests)" as Text, badge(tier),
                    ])
                })
        }
        Card("New tier") {
            TierFields(
                action: MuseumPaths.adminTiers(), form: form, currency: currency, languages: languages, words: words, problem: problem,
                button: "Add tier")
        }
    }

    private func badge(_ tier: Tier) -> Badge {
        if tier.isRetired { return Badge("Retired") }
        return tier.isSold ? Badge("For sale", tone: .success) : Badge("Granted only")
    }
}

/// One tier's form.
struct TierPage: PageAnswer {
    let tier: Tier
    let form: TierForm
    let currency: String
    let languages: [Language]
    let words: Translations
    var problem: Problem?

    var title: Text { .verbatim(tier.name) }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminTiers() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Tiers", href: MuseumPaths.adminTiers())])
        Card {
            TierFields(
                action: MuseumPaths.adminTier(tier.id), form: form, currency: currency, languages: languages, words: words, problem: problem,
                button: "Save")
        }
    }
}

/// The fields of a tier.
struct TierFields: HTML {
    let action: String
    let form: TierForm
    let currency: String
    let languages: [Language]
    let words: Translations
    let problem: Problem?
    let button: Text

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        ProblemAlert(problem)
        Form(action, .class("stack")) {
            TextField("Name", name: "name", value: form.name ?? "", error: wrong["name"], isRequired: true, .maxlength(Tier.longestName))
            TextField(
                "Summary", name: "summary", value: form.summary ?? "", hint: "One line, such as “For one person”.", error: wrong["summary"],
                .maxlength(Tier.longestSummary))
            TextArea(
                "Benefits", name: "benefits", value: form.benefits ?? "", lines: 5, hint: "One on each line.", error: wrong["benefits"],
                isRequired: false, .maxlength(Tier.longestBenefits))
            div(.class("field-pair")) {
                TextField("Price in \(currency)", name: "price", value: form.price ?? "", error: wrong["price"], isRequired: true, .maxlength(12))
                TextField(
                    "Months", name: "months", value: form.months ?? "", kind: .number, hint: "0 is for life.", error: wrong["months"],
                    isRequired: true)
            }
            div(.class("field-pair")) {
                TextField(
                    "Tier level", name: "level", value: form.level ?? "", kind: .number, hint: "Higher levels include more. 0 has no free entry.",
                    error: wrong["level"], isRequired: true)
                TextField("Guests", name: "guests", value: form.guests ?? "", kind: .number, error: wrong["guests"], isRequired: true)
            }
            Checkbox("For sale", name: "isSold", isChecked: form.isSold == true, hint: "Other tiers are granted by managers only.")
            Checkbox("Retired", name: "isRetired", isChecked: form.isRetired == true, hint: "Nobody can choose it any more.")
            TranslationFields(Tier.self, languages: languages, kept: words, wrong: wrong)
            Actions { Button(button) }
        }
    }
}
