import Core
import Web

/// The choices of an item as rows of its form, as they were typed.
struct ChoiceRows: Sendable, Equatable {
    /// How many options customers take of a choice.
    enum Rule: String, Sendable, CaseIterable {
        case one, optional, several
    }

    struct Group: Sendable, Equatable {
        var id = ""
        var name = ""
        var rule = Rule.one
        /// Of ``Rule/several``; empty: none need be taken, and all may be.
        var least = "", most = ""
        var options: [Option] = [Option(), Option()]

        /// Whether it is new and nobody wrote anything in it. One that was there goes by its button, not unseen.
        var isBlank: Bool { id.isEmpty && name.trimmed.isEmpty && options.allSatisfy(\.isBlank) }
    }

    struct Option: Sendable, Equatable {
        var id = ""
        var name = ""
        /// What it adds to the price: `30`, `-20`; empty: nothing.
        var price = ""
        var allergens: [String] = []

        var isBlank: Bool { id.isEmpty && name.trimmed.isEmpty && price.trimmed.isEmpty && allergens.isEmpty }
    }

    /// What its fields are called.
    enum Field: String {
        case id, name, rule, least, most, price, allergens

        func callAsFunction(_ group: Int) -> String { "choice-\(group)-\(rawValue)" }
        func callAsFunction(_ group: Int, _ option: Int) -> String { "choice-\(group)-\(option)-\(rawValue)" }
    }

    var groups: [Group] = []

    /// Those of an item.
    init(_ groups: [ChoiceGroup], currency: String) {
        self.groups = groups.map { group in
            let isOne = group.most == 1 && !group.isSeveral
            return Group(
                id: group.id.description, name: group.name, rule: isOne ? (group.least == 1 ? .one : .optional) : .several,
                least: isOne || group.least == 0 ? "" : String(group.least),
                most: isOne || group.most == group.choices.count ? "" : String(group.most),
                options: group.choices.map { choice in
                    let amount = ChoiceText.amount(abs(choice.price), currency)
                    return Option(
                        id: choice.id.description, name: choice.name,
                        price: choice.price == 0 ? "" : choice.price < 0 ? "-" + amount : amount, allergens: choice.allergens.map(\.rawValue))
                })
        }
    }

    /// Reads what a form sent.
    init(_ fields: QueryItems) {
        for group in 0..<ChoiceText.mostGroups {
            guard let name = fields[Field.name(group)] else { return }
            let options = (0..<ChoiceText.mostChoices).prefix { fields[Field.name(group, $0)] != nil }.map { option in
                Option(
                    id: fields[Field.id(group, option)] ?? "", name: fields[Field.name(group, option)] ?? "",
                    price: fields[Field.price(group, option)] ?? "", allergens: fields.all(Field.allergens(group, option)))
            }
            groups.append(
                Group(
                    id: fields[Field.id(group)] ?? "", name: name, rule: fields[Field.rule(group)].flatMap(Rule.init) ?? .one,
                    least: fields[Field.least(group)] ?? "", most: fields[Field.most(group)] ?? "", options: options))
        }
    }

    /// What they say, without the rows in which nobody wrote. What makes no sense is named in `wrong` by its field.
    func checked(currency: String, _ wrong: inout [String: Text]) -> [ChoiceText.Group] {
        var checked: [ChoiceText.Group] = []
        var names: Set<String> = []
        for (index, group) in groups.enumerated() where !group.isBlank {
            let name = Self.name(group.name, Field.name(index), &names, &wrong)
            var optionNames: Set<String> = []
            var options: [ChoiceText.Choice] = []
            for (place, option) in group.options.enumerated() where !option.isBlank {
                options.append(
                    ChoiceText.Choice(
                        id: ChoiceID(option.id), name: Self.name(option.name, Field.name(index, place), &optionNames, &wrong),
                        price: Self.price(option.price, currency, Field.price(index, place), &wrong),
                        allergens: Allergen.allCases.filter { option.allergens.contains($0.rawValue) }))
            }
            if options.isEmpty { wrong[group.options.isEmpty ? Field.name(index) : Field.name(index, 0)] = "Add at least one option." }
            let counts = Self.counts(of: group, among: options.count, index, &wrong)
            checked.append(
                ChoiceText.Group(
                    id: ChoiceGroupID(group.id), name: name, least: counts.lowerBound, most: counts.upperBound,
                    isSeveral: group.rule == .several, choices: options))
        }
        return checked
    }

    private static func name(_ typed: String, _ field: String, _ names: inout Set<String>, _ wrong: inout [String: Text]) -> String {
        let name = typed.tidied()
        if name.isEmpty { wrong[field] = "Enter a name." }
        if name.length > ChoiceGroup.longestName { wrong[field] = "Write at most \(ChoiceGroup.longestName) characters." }
        // Between choices in tables.
        if name.contains("|") { wrong[field] = "“|” can’t be part of a name." }
        if !name.isEmpty, !names.insert(name.lowercased()).inserted { wrong[field] = "“\(name)” is there twice." }
        return name
    }

    private static func price(_ typed: String, _ currency: String, _ field: String, _ wrong: inout [String: Text]) -> Int {
        let text = typed.trimmed.replacing("−", with: "-")
        guard !text.isEmpty else { return 0 }
        let money = Money(typed: text.hasPrefix("+") ? String(text.dropFirst()) : text, currency: currency)
        guard let money, money.minor.magnitude <= MenuItem.highestPrice else {
            wrong[field] = "Enter an amount like 30 or −20."
            return 0
        }
        return money.minor
    }

    private static func counts(of group: Group, among count: Int, _ index: Int, _ wrong: inout [String: Text]) -> ClosedRange<Int> {
        guard group.rule == .several else { return (group.rule == .one ? 1 : 0)...1 }
        func number(_ typed: String, _ empty: Int, _ range: ClosedRange<Int>, _ field: String) -> Int {
            guard !typed.trimmed.isEmpty else { return empty }
            guard let number = Int(typed.trimmed), range.contains(number) else {
                wrong[field] = "Enter a number from \(range.lowerBound) to \(range.upperBound), or leave it empty."
                return empty
            }
            return number
        }
        let all = max(1, count)
        let (least, most) = (number(group.least, 0, 0...all, Field.least(index)), number(group.most, all, 1...all, Field.most(index)))
        guard least <= most else {
            wrong[Field.most(index)] = "It must be at least \(least)."
            return least...least
        }
        return least...most
    }
}

/// What a button does to the rows.
struct ChoiceEdit: Sendable, Equatable {
    enum Verb: String, Sendable { case add, remove, up, down }

    /// What the buttons are called.
    static let field = "choices"

    let verb: Verb
    /// nil: a group is added.
    var group: Int?
    /// nil: it is about the group, or adds an option to it.
    var option: Int?

    init(_ verb: Verb, _ group: Int? = nil, _ option: Int? = nil) { (self.verb, self.group, self.option) = (verb, group, option) }

    /// Reads what a button sends.
    init?(_ value: String) {
        let parts = value.split(separator: "-")
        guard let verb = parts.first.flatMap({ Verb(rawValue: String($0)) }), parts.count <= 3 else { return nil }
        let places = parts.dropFirst().map { Int($0) }
        guard places.allSatisfy({ $0 != nil }) else { return nil }
        self.init(verb, places.first ?? nil, places.count == 2 ? places[1] : nil)
    }

    /// What its button sends.
    var value: String { ([verb.rawValue] + [group, option].compactMap { $0.map(String.init) }).joined(separator: "-") }
    /// Of its button.
    var id: String { "choices-" + value }
}

extension ChoiceRows {
    /// Does what a button says; what doesn't fit the rows does nothing.
    /// - Returns: the id of the control that has the focus next.
    mutating func apply(_ edit: ChoiceEdit) -> String? {
        guard let group = edit.group else {
            guard edit.verb == .add, groups.count < ChoiceText.mostGroups else { return nil }
            groups.append(Group())
            return "field-" + Field.name(groups.count - 1)
        }
        guard groups.indices.contains(group) else { return nil }
        if edit.verb == .add {
            guard groups[group].options.count < ChoiceText.mostChoices else { return nil }
            groups[group].options.append(Option())
            return "field-" + Field.name(group, groups[group].options.count - 1)
        }
        if let option = edit.option {
            guard let verb = groups[group].options.apply(edit.verb, at: option) else { return nil }
            return verb == .remove ? ChoiceEdit(.add, group).id : ChoiceEdit(verb, group, option + (edit.verb == .up ? -1 : 1)).id
        }
        guard let verb = groups.apply(edit.verb, at: group) else { return nil }
        return verb == .remove ? ChoiceEdit(.add).id : ChoiceEdit(verb, group + (edit.verb == .up ? -1 : 1)).id
    }
}

extension Array {
    /// Moves or removes one.
    /// - Returns: what can be done with it next; nil where nothing was done.
    fileprivate mutating func apply(_ verb: ChoiceEdit.Verb, at place: Int) -> ChoiceEdit.Verb? {
        guard indices.contains(place) else { return nil }
        switch verb {
        case .add: return nil
        case .remove:
            remove(at: place)
            return .remove
        case .up, .down:
            let other = verb == .up ? place - 1 : place + 1
            guard indices.contains(other) else { return nil }
            swapAt(place, other)
            return other == 0 ? .down : other == count - 1 ? .up : verb
        }
    }
}
