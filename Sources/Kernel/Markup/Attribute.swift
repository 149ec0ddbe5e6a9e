import Core

/// One attribute of an element.
///
/// Values are escaped. Addresses with a scheme that runs code (`javascript:` and its like) are dropped, and so are event
/// handlers, inline styles and names that are no names.
public struct Attribute: Sendable {
    enum Value: Sendable {
        case string(String)
        case text(Text)
        case flag
        case nothing
        case group([Attribute])
    }

    let name: String
    let value: Value

    init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    /// No attribute.
    public static let nothing = Attribute("", .nothing)

    /// `attribute` when `condition` holds.
    public static func `if`(_ condition: Bool, _ attribute: @autoclosure () -> Attribute) -> Attribute {
        condition ? attribute() : nothing
    }

    /// Several attributes where one is wanted, for components that pass some on.
    public static func group(_ attributes: [Attribute]) -> Attribute { Attribute("", .group(attributes)) }

    /// Any attribute by name. Addresses are checked by name as with ``href(_:)``.
    public static func custom(_ name: String, _ value: String) -> Attribute {
        guard isSafe(name) else { return nothing }
        return isAddress(name.lowercased()) ? address(name, value) : Attribute(name, .string(value))
    }

    /// Any attribute whose value is words for people.
    public static func custom(_ name: String, text: Text) -> Attribute {
        isSafe(name) ? Attribute(name, .text(text)) : nothing
    }

    /// An attribute that is there or not: `.flag("required")`.
    public static func flag(_ name: String, _ isOn: Bool = true) -> Attribute {
        isOn && isSafe(name) ? Attribute(name, .flag) : nothing
    }

    /// `data-NAME`, what small scripts look for.
    public static func data(_ name: String, _ value: String = "") -> Attribute { custom("data-" + name, value) }

    /// `data-NAME` with words for people, for scripts that show them.
    public static func data(_ name: String, text: Text) -> Attribute { custom("data-" + name, text: text) }

    /// `aria-NAME`. Names whose value is read to people (`label`, `description` …) are translated; tokens and ids are not.
    public static func aria(_ name: String, _ value: Text) -> Attribute {
        let full = "aria-" + name
        return isSpoken(name) ? custom(full, text: value) : custom(full, value.untranslated)
    }

    /// `aria-NAME` with a token or ids made at run time.
    @_disfavoredOverload
    public static func aria(_ name: String, _ value: some StringProtocol) -> Attribute { custom("aria-" + name, String(value)) }

    /// `aria-NAME="true"` or `"false"`.
    public static func aria(_ name: String, _ value: Bool) -> Attribute { custom("aria-" + name, value ? "true" : "false") }

    private static func isSpoken(_ name: String) -> Bool {
        switch name {
        case "label", "description", "roledescription", "valuetext", "placeholder", "braillelabel": true
        default: false
        }
    }

    private static func isAddress(_ name: String) -> Bool {
        switch name {
        case "href", "src", "action", "formaction", "poster", "cite", "data", "xlink:href", "ping", "background", "manifest": true
        default: false
        }
    }

    /// Letters, digits, `-`, `_`, `:` and `.`; neither `on…` nor `style` nor `srcdoc`, in whatever case.
    private static func isSafe(_ name: String) -> Bool {
        var isName = !name.isEmpty
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."): continue
            default: isName = false
            }
        }
        guard isName, let first = name.utf8.first else { return false }
        // Only these two letters can begin a forbidden name, so most names need no second look.
        switch first | 0x20 {
        case UInt8(ascii: "o"): return !name.lowercased().hasPrefix("on")
        case UInt8(ascii: "s"): return !["style", "srcdoc"].contains(name.lowercased())
        default: return true
        }
    }

    static func address(_ name: String, _ value: String) -> Attribute {
        isSafeAddress(value) ? Attribute(name, .string(value)) : nothing
    }
}

/// Whether an address is relative or names a scheme that runs no code: `http`, `https`, `mailto`, `tel`, or `otpauth` for authenticator apps.
///
/// Browsers drop tabs and line breaks anywhere and white space and control characters in front, so this does too.
public func isSafeAddress(_ address: String) -> Bool {
    var scheme: [UInt8] = []
    for byte in address.utf8 {
        switch byte {
        case 0x09, 0x0A, 0x0D: continue
        case 0...0x20 where scheme.isEmpty: continue
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
        case UInt8(ascii: ":"):
            return ["http", "https", "mailto", "tel", "otpauth"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
        default: scheme.append(byte)
        }
    }
    return true
}

extension [Attribute] {
    /// Whether one of these, or of the groups among them, has that name.
    public func contains(_ name: String) -> Bool {
        contains { attribute in
            if case .group(let inner) = attribute.value { return inner.contains(name) }
            return attribute.name == name
        }
    }
}

extension Text {
    /// The key with its arguments put in as they are: for tokens that were written as a literal.
    var untranslated: String {
        if arguments.isEmpty { return key }
        var words = key
        for (index, argument) in arguments.enumerated().reversed() {
            let value =
                switch argument {
                case .string(let string): string
                case .integer(let number): String(number)
                case .number(let number, _): String(number)
                case .day(let instant), .moment(let instant), .time(let instant), .weekday(let instant): instant.rfc3339
                case .text(let text): text.untranslated
                case .date(let day): day.description
                case .money(let money): "\(money.minor) \(money.currency)"
                case .language(let language): language.rawValue
                }
            words = words.replacing("%\(index + 1)", with: value)
        }
        return words
    }
}
