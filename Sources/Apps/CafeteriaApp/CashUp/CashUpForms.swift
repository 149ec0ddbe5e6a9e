import Core
import Interface
import Markup
import Payments
import Web

/// The first step of a cash-up: what is in the drawer, before anybody is told what should be.
struct CashUpCount: HTML {
    let open: CashUps.Open
    let fields: CashUps.Fields
    let wrong: [String: Text]

    private var currency: String { open.sums.currency }

    var body: some HTML {
        Form(CafeteriaPaths.cashUpCount(), .class("stack"), .data("count"), .currency(currency)) {
            CashUpHidden(open: open)
            AmountField(
                label: "Opening float", name: "float", value: fields.float ?? open.float.map { ChoiceText.amount($0, currency) } ?? "",
                hint: "What was in the drawer before the first sale.", error: wrong["float"])
            let kinds = Denominations.all(of: currency)
            if !kinds.isEmpty { pieces(kinds) }
            AmountField(
                label: "Cash counted", name: "counted", value: fields.counted ?? "",
                hint: kinds.isEmpty
                    ? "What is sold while you count belongs to the next cash-up."
                    : "Leave it empty to add up the notes and coins. What is sold while you count belongs to the next cash-up.",
                error: wrong["counted"], isRequired: kinds.isEmpty)
            Actions { Button("Continue", icon: .forward, .data("needs-connection")) }
        }
    }

    private func pieces(_ kinds: [Int]) -> some HTML {
        details(.class("fold cash-pieces"), .flag("open", !fields.pieces.isEmpty)) {
            summary {
                Icon.chevronRight
                "Count notes and coins" as Text
            }
            div(.class("cash-pieces-grid")) {
                for kind in kinds {
                    label(.class("cash-piece")) {
                        span { "\(Money(minor: kind, currency: currency))" as Text }
                        input(
                            .class("input"), .type("number"), .name(Denominations.field(kind)), .value(fields.pieces[kind] ?? ""), .min("0"),
                            .max(String(Denominations.most)), .inputmode("numeric"), .autocomplete("off"),
                            .data("piece", String(kind)))
                    }
                }
            }
            p(.class("cash-sum"), .role("status"), .data("sum-words", text: "Counted so far: \("#")")) {}
        }
    }
}

/// The second step: what should be in the drawer, beside what was counted.
struct CashUpCheck: HTML {
    let open: CashUps.Open
    let count: CashUps.Count
    let fields: CashUps.Fields
    let problem: Problem?
    let payments: Payments

    private var difference: Int { count.counted - count.float - open.kept }
    private func money(_ minor: Int) -> Text { "\(Money(minor: minor, currency: open.sums.currency))" }

    var body: some HTML {
        Card("Close the day") {
            ProblemAlert(problem)
            dl(.class("cash-check")) {
                row("Opening float", count.float)
                row("Taken", open.sums.cash.taken)
                if open.sums.cash.refunded > 0 { row("Refunded", -open.sums.cash.refunded) }
                if open.cashIn > 0 { row("Cash in", open.cashIn) }
                if open.cashOut > 0 { row("Cash out", -open.cashOut) }
                row("Expected in the drawer", count.float + open.kept, isSum: true)
                row("Cash counted", count.counted)
                div(.class("cash-check-difference"), .if(difference != 0, .class("change-less"))) {
                    dt { "Difference" }
                    dd { DifferenceWords(money: Money(minor: difference, currency: open.sums.currency)) }
                }
            }
            form
        }
        Card("Since \(moment: open.from)") { TakingsTable(sums: open.sums, payments: payments) }
    }

    private func row(_ name: Text, _ minor: Int, isSum: Bool = false) -> some HTML {
        div(.if(isSum, .class("cash-check-sum"))) {
            dt { name }
            dd { minor < 0 ? "− \(Money(minor: -minor, currency: open.sums.currency))" : money(minor) }
        }
    }

    private var form: some HTML {
        let left = min(count.float, count.counted)
        return Form(CafeteriaPaths.cashUps(), .class("stack")) {
            CashUpHidden(open: open)
            input(.type("hidden"), .name("float"), .value(ChoiceText.amount(count.float, open.sums.currency)))
            input(.type("hidden"), .name("counted"), .value(ChoiceText.amount(count.counted, open.sums.currency)))
            if difference != 0 || problem?.fields["remark"] != nil {
                TextField(
                    "Remark", name: "remark", value: fields.remark ?? "",
                    hint: "Why the drawer is over or short, at most \(CashUp.longestRemark) characters.",
                    error: problem?.fields["remark"], isRequired: true, .maxlength(CashUp.longestRemark), .autocomplete("off"))
            }
            AmountField(
                label: "Stays in the drawer", name: "remaining", value: fields.remaining ?? ChoiceText.amount(left, open.sums.currency),
                hint: "The next cash-up begins with it. The rest goes to the safe or the bank.", error: problem?.fields["remaining"])
            if !open.owed.isEmpty { owed }
            Actions {
                Button("Close cash-up", icon: .check, .data("needs-connection"))
                Button(
                    "Count again", icon: .back, style: .secondary, .name("again"), .value("true"), .flag("formnovalidate"),
                    .custom("formaction", CafeteriaPaths.cashUpCount()))
            }
        }
    }

    @HTMLBuilder private var owed: Node {
        Alert(.warning, title: "\(open.owedSum) is still to be given back.") {
            ul(.class("cash-up-owed")) {
                for one in open.owed {
                    li {
                        a(.href(CafeteriaPaths.counterOrder(one.order.id))) { "\(one.amount), order \(one.order.number)" as Text }
                        " " as String
                        span(.dir("auto")) { CustomerName(order: one.order) }
                    }
                }
            }
        }
        Checkbox(
            "It stays in the drawer until it’s given back", name: "owed", isChecked: fields.owed == true, error: problem?.fields["owed"],
            .flag("required"))
    }
}

/// Cash that comes into the drawer or leaves it by no sale.
struct CashMovements: HTML {
    let open: CashUps.Open
    let fields: CashUps.MovementFields
    let problem: Problem?

    var body: some HTML {
        Card("Cash in or out") {
            ProblemAlert(problem?.beside(["amount", "reason"]))
            Form(CafeteriaPaths.cashMovements(), .class("stack")) {
                AmountField(label: "Amount", name: "amount", value: fields.amount ?? "", hint: nil, error: problem?.fields["amount"])
                TextField(
                    "Reason", name: "reason", value: fields.reason ?? "",
                    hint: "For example change from the bank, or milk. At most \(CashMovement.longestReason) characters.",
                    error: problem?.fields["reason"], isRequired: true, .maxlength(CashMovement.longestReason), .autocomplete("off"))
                Actions {
                    Button("Cash out", icon: .minus, style: .secondary, .name("direction"), .value("out"), .data("needs-connection"))
                    Button("Cash in", icon: .plus, style: .secondary, .name("direction"), .value("in"), .data("needs-connection"))
                }
            }
            if !open.movements.isEmpty {
                ul(.class("counter-list cash-movements")) {
                    for one in open.movements {
                        li {
                            ClockTime(one.at)
                            span(.class("counter-words"), .dir("auto")) { one.reason }
                            strong { one.amount < 0 ? "− \(one.money)" as Text : "+ \(one.money)" as Text }
                        }
                    }
                }
            }
        }
    }
}

/// What a cash-up covers, in both of its steps.
struct CashUpHidden: HTML {
    let open: CashUps.Open

    var body: some HTML {
        input(.type("hidden"), .name("from"), .value(String(open.from.milliseconds)))
        input(.type("hidden"), .name("through"), .value(String(open.through)))
    }
}

/// An amount of money, as it is typed.
struct AmountField: HTML {
    let label: Text
    let name: String
    let value: String
    let hint: Text?
    let error: Text?
    var isRequired = true

    var body: some HTML {
        TextField(
            label, name: name, value: value, hint: hint, error: error, isRequired: isRequired, isConditional: !isRequired, .inputmode("decimal"),
            .maxlength(14), .autocomplete("off"))
    }
}
