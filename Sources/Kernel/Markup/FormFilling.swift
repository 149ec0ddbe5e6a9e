import Core

/// What somebody sent with a form, to be put back into the same form on a page that was made anew, and what was wrong with it.
///
/// Passwords and files are not put back: no page repeats the first, no browser takes the second. Hidden fields keep the page's values, which
/// may be keys that work once.
public struct FormFilling: Sendable {
    let action: String
    let values: [String: [String]]
    let faults: [String: Text]
    let keepsHidden: Set<String>
    let marks: Marks

    /// How the page shows what was wrong.
    public struct Marks: Sendable {
        let form: @Sendable (_ shown: Set<String>) -> Node
        let field: @Sendable (_ fault: Text, _ control: String) -> Node

        /// - Parameters:
        ///   - form: what stands at the head of the form; it is given the ids of the controls that are wrong.
        ///   - field: what stands below a control, by its fault and the control's id; its own id is that with `-error`.
        public init(
            form: @escaping @Sendable (_ shown: Set<String>) -> Node, field: @escaping @Sendable (_ fault: Text, _ control: String) -> Node
        ) {
            self.form = form
            self.field = field
        }
    }

    /// - Parameters:
    ///   - action: where the form was sent, as its `action` or the `formaction` of a button says.
    ///   - faults: what was wrong, by the name of the field.
    ///   - keepsHidden: the hidden fields whose sent values are kept.
    public init(action: String, values: [String: [String]], faults: [String: Text], keepsHidden: Set<String> = [], marks: Marks) {
        self.action = action
        self.values = values
        self.faults = faults
        self.keepsHidden = keepsHidden
        self.marks = marks
    }
}

extension Node {
    /// The same with the form filled in, and with what folds or covers it opened; nil where the form is not in it.
    public func filled(with filling: FormFilling) -> Node? {
        var forms: [Element] = []
        collect(into: &forms) { $0.isNamed("form") && filling.goes(to: $0) }
        // Rows of a list have the same form with other hidden values.
        guard let first = forms.first else { return nil }
        let likeness = forms.map { filling.likeness(to: $0) }
        let best = zip(forms, likeness).first { $0.1 == likeness.max() }?.0 ?? first
        return replacing(best) { FilledForm(filling).form($0) }
    }

    fileprivate func collect(into found: inout [Element], where isWanted: (Element) -> Bool) {
        switch content {
        case .children(let nodes): for node in nodes { node.collect(into: &found, where: isWanted) }
        case .element(let element):
            if isWanted(element) { found.append(element) }
            element.content.collect(into: &found, where: isWanted)
        default: break
        }
    }

    private func replacing(_ old: Element, with new: (Element) -> Node) -> Node? {
        switch content {
        case .children(var nodes):
            for (index, node) in nodes.enumerated() {
                guard let changed = node.replacing(old, with: new) else { continue }
                nodes[index] = changed
                return Node(.children(nodes))
            }
            return nil
        case .element(let element):
            if element === old { return new(element) }
            guard let changed = element.content.replacing(old, with: new) else { return nil }
            return Node(.element(element.opened(around: changed)))
        default: return nil
        }
    }
}

extension FormFilling {
    fileprivate func goes(to form: Element) -> Bool {
        if form["action"] == action { return true }
        var buttons: [Element] = []
        form.content.collect(into: &buttons) { $0["formaction"] == action }
        return !buttons.isEmpty
    }

    /// How many of the form's hidden fields have the value that was sent, less those that have another.
    fileprivate func likeness(to form: Element) -> Int {
        var hidden: [Element] = []
        form.content.collect(into: &hidden) { $0.isNamed("input") && $0["type"] == "hidden" }
        return hidden.reduce(0) { count, field in
            guard let name = field["name"], let value = field["value"], let sent = values[name] else { return count }
            return count + (sent.contains(value) ? 1 : -1)
        }
    }
}

/// One form while it is filled in.
private final class FilledForm {
    let filling: FormFilling
    private var wrong: [String: (id: String, fault: Text)] = [:]
    private var shown: Set<String> = []

    init(_ filling: FormFilling) { self.filling = filling }

    func form(_ element: Element) -> Node {
        let content = fill(element.content, isInField: false)
        return Node(.element(Element(element.name, element.attributes, Node(.children([filling.marks.form(shown), content])), isVoid: false)))
    }

    private func fill(_ node: Node, isInField: Bool) -> Node {
        switch node.content {
        case .children(let nodes): return Node(.children(nodes.map { fill($0, isInField: isInField) }))
        case .element(let element): return fill(element, isInField: isInField)
        default: return node
        }
    }

    private func fill(_ element: Element, isInField: Bool) -> Node {
        guard let name = element["name"], element.isControl else {
            guard !isInField, element.classes.contains("field") else {
                let content = fill(element.content, isInField: isInField)
                return Node(.element(element.isNamed("details") && !wrong.isEmpty ? element.opened(around: content) : element.with(content)))
            }
            let before = Set(wrong.keys)
            let content = fill(element.content, isInField: true)
            let faults = wrong.filter { !before.contains($0.key) }.sorted { $0.key < $1.key }.map { filling.marks.field($0.value.fault, $0.value.id) }
            let field = element.with(Node(.children([content] + faults)))
            return Node(.element(faults.isEmpty ? field : field.adding(class: "field-invalid")))
        }
        var control = filled(element, name)
        guard let fault = filling.faults[name], wrong[name] == nil, element["type"] != "hidden" else { return Node(.element(control)) }
        let id = element["id"] ?? "field-" + name
        control = control.setting("id", id).setting("aria-invalid", "true").setting(
            "aria-describedby", [element["aria-describedby"], id + "-error"].compactMap { $0 }.joined(separator: " "))
        if wrong.isEmpty { control = control.setting("autofocus", "") }
        wrong[name] = (id, fault)
        shown.insert(id)
        return isInField ? Node(.element(control)) : Node(.children([Node(.element(control)), filling.marks.field(fault, id)]))
    }

    private func filled(_ element: Element, _ name: String) -> Element {
        let sent = filling.values[name]
        if element.isNamed("textarea") { return sent?.first.map { element.with(Node(.data($0))) } ?? element }
        if element.isNamed("select") { return sent.map { element.with(chosen(element.content, $0)) } ?? element }
        switch element["type"] ?? "text" {
        case "checkbox", "radio": return element.setting(flag: "checked", sent?.contains(element["value"] ?? "on") ?? false)
        case "hidden":
            guard filling.keepsHidden.contains(name), let value = sent?.first else { return element }
            return element.setting("value", value)
        case "password", "file", "submit", "button", "image", "reset": return element
        default: return sent?.first.map { element.setting("value", $0) } ?? element
        }
    }

    private func chosen(_ node: Node, _ sent: [String]) -> Node {
        switch node.content {
        case .children(let nodes): return Node(.children(nodes.map { chosen($0, sent) }))
        case .element(let element) where element.isNamed("option"):
            guard let value = element["value"] else { return node }
            return Node(.element(element.setting(flag: "selected", sent.contains(value))))
        case .element(let element): return Node(.element(element.with(chosen(element.content, sent))))
        default: return node
        }
    }
}

extension Element {
    fileprivate func isNamed(_ word: String) -> Bool { name.description == word }

    fileprivate var isControl: Bool { isNamed("input") || isNamed("textarea") || isNamed("select") }

    fileprivate var classes: [Substring] {
        attributes.flatMap(\.single).filter { $0.name == "class" }.flatMap { attribute -> [Substring] in
            if case .string(let words) = attribute.value { words.split(separator: " ") } else { [] }
        }
    }

    fileprivate subscript(_ attribute: String) -> String? {
        for one in attributes.lazy.flatMap(\.single) where one.name == attribute {
            switch one.value {
            case .string(let value): return value
            case .flag: return ""
            default: continue
            }
        }
        return nil
    }

    fileprivate func with(_ content: Node) -> Element { Element(name, attributes, content, isVoid: isVoid) }

    fileprivate func setting(_ attribute: String, _ value: String) -> Element {
        let others = attributes.flatMap(\.single).filter { $0.name != attribute }
        return Element(name, others + [Attribute(attribute, .string(value))], content, isVoid: isVoid)
    }

    fileprivate func setting(flag attribute: String, _ isOn: Bool) -> Element {
        let others = attributes.flatMap(\.single).filter { $0.name != attribute }
        return Element(name, isOn ? others + [Attribute(attribute, .flag)] : others, content, isVoid: isVoid)
    }

    fileprivate func adding(class word: String) -> Element { setting("class", (classes.map(String.init) + [word]).joined(separator: " ")) }

    /// What folds or covers a form lets it be seen.
    fileprivate func opened(around content: Node) -> Element {
        let changed = with(content)
        if isNamed("details") { return changed.setting(flag: "open", true) }
        return classes.contains("dialog") ? changed.adding(class: "is-open") : changed
    }
}

extension Attribute {
    /// Itself, or those of a group.
    fileprivate var single: [Attribute] {
        if case .group(let attributes) = value { attributes.flatMap(\.single) } else { [self] }
    }
}
