import Core
import Interface
import Markup
import Platform
import Web

/// What was written into a promotion's form and refused.
struct RejectedPromotion: Sendable {
    let form: PromotionForm
    let problem: Problem
}

/// When points count double or triple.
struct PromotionsPage: PageAnswer {
    let current: [Promotion]
    let past: [Promotion]
    let now: Instant
    /// A new promotion as the form begins with it.
    let form: PromotionForm
    var rejected: RejectedPromotion?

    var title: Text { "Promotions" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }

    var body: some HTML {
        PageHeader(title, lead: "While a promotion runs, customers earn double or triple points on orders that they pick up.")
        if current.isEmpty, past.isEmpty {
            EmptyState(.star, title: "No promotions yet", message: "Promotions that you plan appear here.")
        } else {
            DataTable(
                title, columns: [.init("Name"), .init("Points"), .init("From"), .init("Until"), .init("Status")],
                rows: (current + past).map { promotion in
                    .init([
                        a(.href(CafeteriaPaths.adminPromotion(promotion.id)), .dir("auto")) { promotion.name }, Text.factor(promotion.factor),
                        "\(moment: promotion.startsAt)" as Text, "\(moment: promotion.endsAt)" as Text, badge(promotion),
                    ])
                })
        }
        Card("New promotion") {
            PromotionFields(
                action: CafeteriaPaths.adminPromotions(), form: rejected?.form ?? form, problem: rejected?.problem, button: "Add promotion")
        }
    }

    private func badge(_ promotion: Promotion) -> Badge {
        if promotion.runs(at: now) { return Badge("Running", tone: .success) }
        return promotion.startsAt > now ? Badge("Planned") : Badge("Past")
    }
}

/// One promotion: its form, and removing it.
struct PromotionPage: PageAnswer {
    let promotion: Promotion
    let form: PromotionForm
    var problem: Problem?

    var title: Text { .verbatim(promotion.name) }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminPromotions() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Promotions", href: CafeteriaPaths.adminPromotions())])
        Card("Promotion") {
            PromotionFields(action: CafeteriaPaths.adminPromotion(promotion.id), form: form, problem: problem, button: "Save")
        }
        Card("Delete promotion") {
            p { "Points that were earned stay as they are." }
            Form(CafeteriaPaths.adminPromotionDelete(promotion.id)) { Actions { Button("Delete", icon: .trash, style: .danger) } }
        }
    }
}

/// The fields of a promotion.
struct PromotionFields: HTML {
    let action: String
    let form: PromotionForm
    let problem: Problem?
    let button: Text

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        ProblemAlert(problem)
        Form(action) {
            TextField(
                "Name", name: "name", value: form.name ?? "", hint: "Customers see it, such as “Happy Friday”.", error: wrong["name"],
                isRequired: true, .maxlength(Promotion.longestName))
            RadioGroup(
                "Points", name: "factor", choices: Promotion.factors.map { Choice(String($0), .factor($0)) }, selected: form.factor ?? "2",
                error: wrong["factor"])
            div(.class("field-pair")) {
                TextField("First day", name: "firstDay", value: form.firstDay ?? "", kind: .date, error: wrong["firstDay"], isRequired: true)
                TextField("Starts at", name: "firstTime", value: form.firstTime ?? "", kind: .time, isRequired: true)
            }
            div(.class("field-pair")) {
                TextField("Last day", name: "lastDay", value: form.lastDay ?? "", kind: .date, error: wrong["lastDay"], isRequired: true)
                TextField("Ends at", name: "lastTime", value: form.lastTime ?? "", kind: .time, isRequired: true)
            }
            Actions { Button(button) }
        }
    }
}

/// What customers see while a promotion runs.
struct PromotionBanner: HTML {
    let promotion: Promotion?

    var body: some HTML {
        if let promotion {
            div(.class("promotion-banner"), .role("note")) {
                Icon.star
                div {
                    strong { "\(Text.factor(promotion.factor)): \(promotion.name)" }
                    p { "Until \(moment: promotion.endsAt), on orders that you pick up by then." }
                }
            }
        }
    }
}

extension Text {
    /// `Double points`.
    static func factor(_ factor: Int) -> Text {
        switch factor {
        case 2: "Double points"
        case 3: "Triple points"
        default: "\(factor) times the points"
        }
    }
}
