import Core
import Markup
import Web

/// What is shown where there is nothing yet: what would be here, and how to get it.
public struct EmptyState: HTML {
    /// The nothing.
    public let body: Node

    /// A friendly nothing; `action` is a button that changes it.
    public init(_ icon: Icon, title: Text, message: Text, @HTMLBuilder action: () -> Node = { .nothing }) {
        let action = action()
        body = div(.class("empty-state")) {
            span(.class("empty-state-icon")) { icon }
            h2 { title }
            p { message }
            if !action.isNothing { div(.class("actions")) { action } }
        }
    }
}

/// A remark in the page: a hint, a success, a warning, a mistake.
public struct Alert: HTML {
    /// The remark.
    public let body: Node

    /// A remark; a `danger` is read out at once by screen readers.
    public init(_ tone: Tone = .info, title: Text? = nil, @HTMLBuilder content: () -> Node = { .nothing }) {
        body = div(.class("alert alert-" + tone.rawValue), .role(tone == .danger ? "alert" : "note")) {
            switch tone {
            case .success: Icon.check
            case .warning, .danger: Icon.warning
            default: Icon.info
            }
            div(.class("alert-words")) {
                if let title { strong { title } }
                content()
            }
        }
    }
}

/// A word after something was done; it goes away by itself where a script can run.
public struct Toast: HTML, Sendable {
    /// What its sign says before one has read it.
    public enum Sign: String, Sendable, CaseIterable {
        /// Something was done.
        case done
        /// Something else is to be known.
        case note
        /// Something was not done.
        case warning

        var icon: Icon {
            switch self {
            case .done: .check
            case .note: .info
            case .warning: .warning
            }
        }
    }

    private let words: String
    private let sign: Sign
    private let undo: String?

    /// A word, already in the reader's language.
    /// - Parameter undo: where a form goes that takes back what it tells of; its query are the fields.
    public init(_ words: String, sign: Sign = .done, undo: String? = nil) {
        self.words = words
        self.sign = sign
        self.undo = undo
    }

    /// The word.
    public var body: some HTML {
        div(.class("toast toast-" + sign.rawValue), .role("status"), .data("toast"), .data("close", text: "Close")) {
            sign.icon
            p { words }
            if let undo { UndoForm(address: undo) }
        }
    }
}

/// The button of a ``Toast`` that takes back what was done.
private struct UndoForm: HTML {
    let address: String

    var body: some HTML {
        let parts = address.split(separator: "?", maxSplits: 1)
        let query = (try? QueryItems(parsing: parts.count == 2 ? parts[1] : "")) ?? QueryItems()
        form(.method("post"), .action(String(parts.first ?? "/")), .class("toast-undo")) {
            for name in query.names { input(.type("hidden"), .name(name), .value(query[name] ?? "")) }
            button(.type("submit")) { "Undo" }
        }
    }
}

/// How far something has come.
public struct ProgressBar: HTML {
    private let value: Double?
    private let label: Text
    private let isShown: Bool

    /// A bar; `value` runs from 0 to 1, without one it is unknown. With `showsPercent` the number stands beside it.
    public init(_ value: Double?, label: Text, showsPercent: Bool = false) {
        self.value = value.map { $0.isNaN ? 0 : Swift.min(1, Swift.max(0, $0)) }
        self.label = label
        isShown = showsPercent
    }

    /// The bar.
    public var body: some HTML {
        span(.class("progress")) {
            progress(.aria("label", label), .max("100"), value.map { .value(String(Self.percent(of: $0))) } ?? .nothing)
            if isShown, let value { span(.class("progress-percent")) { "\(Self.percent(of: value))%" } }
        }
    }

    /// A share from 0 to 1 in whole percent, rounded down; a script that shows the same rounds alike.
    public static func percent(of share: Double) -> Int { share.isNaN ? 0 : Int((Swift.min(1, Swift.max(0, share)) * 100 + 0.01).rounded(.down)) }
}
