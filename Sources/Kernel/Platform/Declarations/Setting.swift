import Core
import Foundation

/// A choice that administrators make in the portal; kept with the choices of the site and read while it runs.
public struct Setting<Value: SettingValue>: Sendable {
    /// Stable and dotted: `library.download-limit`.
    public let id: String
    /// What the form calls it.
    public let label: Text
    /// What it does, and its unit.
    public let hint: Text
    /// What holds until somebody chooses.
    public let initial: Value
    /// What may be chosen.
    public let limits: Value.Limits
    /// Where the form shows it.
    public let topic: SettingTopic
    /// What a number counts, where that can be said in short.
    public let unit: SettingUnit?

    /// A setting by id, words, first value and limits.
    public init(
        _ id: String, _ label: Text, hint: Text, initial: Value, limits: Value.Limits, topic: SettingTopic = .part, unit: SettingUnit? = nil
    ) {
        self.id = id
        self.label = label
        self.hint = hint
        self.initial = initial
        self.limits = limits
        self.topic = topic
        self.unit = unit
    }

    /// The same without its type, for the manifest and the form.
    public var declaration: SettingDeclaration {
        SettingDeclaration(id: id, label: label, hint: hint, initial: initial.written, control: Value.control(limits), topic: topic, unit: unit) {
            [limits] text in
            Value(text, limits)?.written
        }
    }
}

/// Where the form shows a setting.
public enum SettingTopic: Sendable {
    /// With the others of its part or app.
    case part
    /// On a page that the part has for it, beside what else belongs to it.
    case page
    /// With those of all parts that say how long things are kept (CORE-043).
    case retention
}

/// What the number of a setting counts.
public enum SettingUnit: Sendable {
    case days, years, entries
}

/// What a ``Setting`` can hold.
public protocol SettingValue: Sendable {
    /// What bounds it.
    associatedtype Limits: Sendable
    /// Reads the form's or the file's words; nil when they are outside the limits.
    init?(_ text: String, _ limits: Limits)
    /// As the file keeps it.
    var written: String { get }
    /// The form's control.
    static func control(_ limits: Limits) -> SettingControl
}

/// How a form asks for a setting.
public enum SettingControl: Sendable, Equatable {
    case number(ClosedRange<Int>)
    /// With the most characters it takes.
    case text(Int)
    /// Lines, with the most characters in all.
    case lines(Int)
    case flag
}

extension Int: SettingValue {
    /// A whole number within the range.
    public init?(_ text: String, _ limits: ClosedRange<Int>) {
        guard let number = Int(text.trimmingCharacters(in: .whitespaces)), limits.contains(number) else { return nil }
        self = number
    }
    /// In digits.
    public var written: String { description }
    /// A number field.
    public static func control(_ limits: ClosedRange<Int>) -> SettingControl { .number(limits) }
}

extension String: SettingValue {
    /// At most so many characters.
    public init?(_ text: String, _ limits: Int) {
        guard text.length <= limits else { return nil }
        self = text
    }
    /// As it is.
    public var written: String { self }
    /// A line, or several when it may be long.
    public static func control(_ limits: Int) -> SettingControl { limits > 200 ? .lines(limits) : .text(limits) }
}

extension Bool: SettingValue {
    /// `true` or anything else.
    public init?(_ text: String, _ limits: Void) { self = text == "true" }
    /// `true` or `false`.
    public var written: String { self ? "true" : "false" }
    /// A box to tick.
    public static func control(_ limits: Void) -> SettingControl { .flag }
}

/// A ``Setting`` without its type.
public struct SettingDeclaration: Sendable {
    /// Stable and dotted.
    public let id: String
    /// What the form calls it.
    public let label: Text
    /// What it does.
    public let hint: Text
    /// What holds until somebody chooses, as the file keeps it.
    public let initial: String
    /// How the form asks.
    public let control: SettingControl
    /// Where the form shows it.
    public let topic: SettingTopic
    /// What a number counts, where that can be said in short.
    public let unit: SettingUnit?
    /// Reads the form's words into what the file keeps; nil when they are outside the limits.
    public let read: @Sendable (String) -> String?
}
