import Core
import Markup
import Web

/// The box that a ``ConfirmPage`` asks to tick. A form without it is asked again, not refused.
public struct ConfirmationForm: Decodable, Sendable {
    /// Whether it is ticked.
    public let confirmed: Bool
}

/// The second step before something that cannot be undone: what will happen, and a red button that must be meant. What can be undone is asked
/// without red.
/// It is a page of its own, or stands in one.
public struct ConfirmPage: PageAnswer {
    /// What is asked.
    public let title: Text
    /// The frame of the page.
    public let shell: ShellStyle
    /// The address that navigation marks as active; the present one if not said.
    public let activePath: String?
    /// The question.
    public let body: Node

    /// A page that asks again. `icon` shows on the button what it does. `consequences` are listed one by one; `understood` is the box to tick before `confirm` works; `keep`
    /// leads back, where “Cancel” could mean the opposite.
    public init(
        _ title: Text, shell: ShellStyle = .site, activePath: String? = nil, message: Text, consequences: [Text] = [],
        understood: Text = "I understand that this can’t be undone.", confirm: Text, icon: Icon, action: String,
        cancel: String, keep: Text = "Cancel", fields: [(name: String, value: String)] = []
    ) {
        self.init(
            title, shell: shell, activePath: activePath, message: message, consequences: consequences, confirm: confirm, icon: icon,
            action: action, cancel: cancel, keep: keep
        ) {
            for field in fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
            Checkbox(understood, name: "confirmed", .flag("required"))
        }
    }

    /// A page that asks for more than a tick: `proof` is what the form has above its buttons, `problem` why the last one would not do;
    /// `canBeUndone` of what is taken back as easily as it is done. `answer` is what `confirm` sends, and `other` a second way to do it that sends
    /// another value of the same field.
    public init(
        _ title: Text, shell: ShellStyle = .site, activePath: String? = nil, message: Text, consequences: [Text], problem: Problem? = nil,
        confirm: Text, icon: Icon, action: String, cancel: String, keep: Text = "Cancel", canBeUndone: Bool = false,
        answer: (name: String, value: String)? = nil, other: (label: Text, value: String)? = nil,
        @HTMLBuilder proof: () -> Node
    ) {
        self.title = title
        self.shell = shell
        self.activePath = activePath
        body = section(.class("confirm"), .if(canBeUndone, .class("confirm-calm")), .aria("labelledby", "confirm-title")) {
            span(.class("confirm-icon")) { canBeUndone ? icon : Icon.warning }
            h1(.id("confirm-title")) { title }
            ProblemAlert(problem)
            p { message }
            if !consequences.isEmpty {
                ul(.class("confirm-list")) { for consequence in consequences { li { consequence } } }
            }
            Form(action, .data("confirm")) {
                proof()
                Actions {
                    Button(
                        confirm, icon: icon, style: canBeUndone ? .primary : .danger,
                        answer.map { .group([.name($0.name), .value($0.value)]) } ?? .nothing)
                    if let answer, let other { Button(other.label, style: .dangerOutline, .name(answer.name), .value(other.value)) }
                    LinkButton(keep, href: cancel, style: .secondary)
                }
            }
        }
    }
}
