import Core
import Foundation
import Markup

/// The JSON of a change as nested lists that people can read.
struct ChangeTree: HTML {
    let json: String

    var body: some HTML {
        // What is no object is shown as it was stored.
        if let value = try? JSONDecoder().decode(ChangeValue.self, from: Data(json.utf8)) {
            if case .object(let members) = value, members.isEmpty { span(.class("muted")) { "Nothing more is recorded." } } else { value.node }
        } else {
            code { json }
        }
    }
}

/// Any JSON.
enum ChangeValue: Decodable, Equatable {
    case null
    case flag(Bool)
    case number(String)
    case text(String)
    case list([ChangeValue])
    case object([String: ChangeValue])

    init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let flag = try? single.decode(Bool.self) {
            self = .flag(flag)
        } else if let whole = try? single.decode(Int64.self) {
            self = .number(String(whole))
        } else if let number = try? single.decode(Double.self) {
            self = .number(String(number))
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else if let list = try? single.decode([ChangeValue].self) {
            self = .list(list)
        } else {
            self = .object(try single.decode([String: ChangeValue].self))
        }
    }

    var node: Node {
        switch self {
        case .null: ("none" as Text).node
        case .flag(let flag): (flag ? "yes" as Text : "no").node
        case .number(let digits): Text.verbatim(digits).node
        case .text(let words): Text.verbatim(words).node
        case .list(let values): ul(.class("change-list")) { for value in values { li { value.node } } }.node
        case .object(let members):
            dl(.class("change-members")) {
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    dt { name }
                    dd { value.node }
                }
            }.node
        }
    }
}
