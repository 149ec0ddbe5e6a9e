import Core
import Interface
import Markup

/// Takes cash: what was handed over, and what goes back.
struct CashForm: HTML {
    let action: String
    let cost: Money
    let given: String
    let error: Text?

    var body: some HTML {
        Form(action, .class("stack"), .data("change", String(cost.minor))) {
            CashButtons(cost: cost)
            GivenField(label: "Other amount", cost: cost, given: given, error: error)
            Button("Take \(cost) in cash", icon: .wallet, style: .secondary)
        }
    }
}

/// What people are likely to hand over, each taken with one tap: the amount itself, and what they have when they round it up to notes.
struct CashButtons: HTML {
    let cost: Money
    /// Where the buttons send the form, where that is not the form's own address.
    var action: String?

    private var amounts: [Int] {
        let notes = cost.minor > 200_00 ? [100_00, 500_00, 1000_00] : [50_00, 100_00, 200_00, 500_00]
        return Array(Set(notes.map { (cost.minor + $0 - 1) / $0 * $0 } + [cost.minor])).sorted().prefix(4).map(\.self)
    }

    var body: some HTML {
        div {
            h3(.class("cash-heading")) { "Cash" }
            p(.class("cash-title"), .aria("hidden", true)) { "Tap what you’re given" }
            div(.class("cash"), .if(!amounts.count.isMultiple(of: 2), .class("cash-odd")), .role("group"), .aria("label", "Tap what you’re given")) {
                for amount in amounts { button(amount) }
            }
        }
    }

    private func button(_ minor: Int) -> some HTML {
        let (amount, isExact) = (Money(minor: minor, currency: cost.currency), minor == cost.minor)
        return Button(
            isExact ? "Exact" : "\(amount)", style: .secondary, .name("note"),
            .value(ChoiceText.amount(minor, cost.currency)), action.map { .custom("formaction", $0) } ?? .nothing, .data("needs-connection"),
            .aria("label", isExact ? "Exact: \(amount)" : "Cash: \(amount)"))
    }
}

/// The cash that was handed over, as it is typed; a script says at once what goes back.
struct GivenField: HTML {
    var label: Text = "Cash given"
    let cost: Money
    let given: String
    let error: Text?

    var body: some HTML {
        TextField(
            label, name: "given", value: given, hint: "Leave it empty for the exact amount.", error: error, .inputmode("decimal"),
            .maxlength(12), .autocomplete("off"), .data("given"), .flag("autofocus", error != nil))
        p(
            .class("change"), .role("status"), .data("change-words"), .data("words", text: "Change: \("#")"),
            .data("less", text: "That’s less than \(cost)."), .currency(cost.currency)
        ) {}
    }
}

extension Problem {
    /// What is said above a form: nothing where the fields themselves say it, and no fields that the form hasn't got.
    func beside(_ shown: Set<String>) -> Problem? {
        guard fields.isEmpty || Set(fields.keys).isDisjoint(with: shown) else { return nil }
        var rest = self
        rest.fields = [:]
        return rest
    }
}
