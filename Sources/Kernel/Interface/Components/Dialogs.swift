import Core
import Markup
import Web

/// A window over the page. Something with `Dialog.opening(ID)` opens it; without a script its content stands in the page.
public struct Dialog: HTML {
    private let id: String
    private let title: Text
    private let content: Node
    private let actions: Node

    /// A window with a heading, content and buttons.
    public init(id: String, title: Text, @HTMLBuilder content: () -> Node, @HTMLBuilder actions: () -> Node = { .nothing }) {
        self.id = id
        self.title = title
        self.content = content()
        self.actions = actions()
    }

    /// The window.
    public var body: some HTML {
        div(.class("dialog"), .id(id), .data("dialog"), .role("dialog"), .aria("labelledby", id + "-title")) {
            div(.class("dialog-panel"), .data("dialog-panel")) {
                div(.class("dialog-head")) {
                    h2(.id(id + "-title")) { title }
                    IconButton(.close, label: "Close", .type("button"), .data("dialog-close"))
                }
                div(.class("dialog-content")) { content }
                if !actions.isNothing { div(.class("actions dialog-actions")) { actions } }
            }
        }
    }

    /// Makes a button or link open the window. A link's own address is where it leads without a script.
    public static func opening(_ id: String) -> Attribute { .data("dialog-open", id) }
}

/// The box that a ``ConfirmPage`` asks to tick. A form without it is asked again, not refused.
public struct ConfirmationForm: Decodable, Sendable {
    /// Whether it is ticked.
    public let confirmed: Bool
}

/// The second step before something that cannot be undone: what will happen, and a red button that must be meant.
public struct ConfirmPage: HTML {
    /// The page's content.
    public let body: Node

    /// A page that asks again. `consequences` are listed one by one; `understood` is the box to tick before `confirm` works.
    public init(
        _ title: Text, message: Text, consequences: [Text] = [], understood: Text = "I understand that this cannot be undone.",
        confirm: Text, action: String, cancel: String, fields: [(name: String, value: String)] = []
    ) {
        self.init(title, message: message, consequences: consequences, confirm: confirm, action: action, cancel: cancel) {
            for field in fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
            Checkbox(understood, name: "confirmed", .flag("required"))
        }
    }

    /// A page that asks for more than a tick: `proof` is what the form has above its buttons, `problem` why the last one would not do.
    public init(
        _ title: Text, message: Text, consequences: [Text], problem: Problem? = nil, confirm: Text, action: String, cancel: String,
        @HTMLBuilder proof: () -> Node
    ) {
        body = section(.class("confirm"), .aria("labelledby", "confirm-title")) {
            span(.class("confirm-icon")) { Icon.warning }
            h1(.id("confirm-title")) { title }
            ProblemNotice(problem)
            p { message }
            if !consequences.isEmpty {
                ul(.class("confirm-list")) { for consequence in consequences { li { consequence } } }
            }
            Form(action, .data("confirm")) {
                proof()
                Actions {
                    Button(confirm, icon: .trash, style: .danger)
                    LinkButton("Cancel", href: cancel, style: .secondary)
                }
            }
        }
    }
}

/// What a person sees when something was refused or failed: what happened, what to do, and a name for it.
public struct ProblemPage: HTML {
    /// Where people say what they did when something failed; `?id=` is the request's.
    public static let reportPath = "/report-error"

    private let problem: Problem
    private let requestID: String
    private let home: String

    /// The content of an error page; `home` is where one can begin again.
    public init(_ problem: Problem, requestID: String, home: String = "/") {
        self.problem = problem
        self.requestID = requestID
        self.home = home
    }

    /// The heading that goes with the family of a problem; also the page's title.
    public static func title(of problem: Problem) -> Text {
        switch problem.kind {
        case .notFound, .gone: "This page is not here"
        case .unauthenticated: "Please sign in"
        case .forbidden: "This is not open to you"
        case .tooManyRequests: "A moment, please"
        case .tooLarge: "That is too large"
        case .conflict, .preconditionFailed: "That did not work out"
        case .failure, .notImplemented: "Something went wrong on our side"
        case .unavailable: "We will be back in a moment"
        default: "We could not understand that"
        }
    }

    /// The page's content.
    public var body: some HTML {
        section(.class("problem")) {
            p(.class("problem-code"), .aria("hidden", true)) { String(problem.kind.rawValue) }
            h1 { Self.title(of: problem) }
            p(.class("lead")) { problem.detail }
            if let remedy = problem.remedy { p { remedy } }
            if !problem.fields.isEmpty {
                ul(.class("confirm-list")) { for field in problem.fields.sorted(by: { $0.key < $1.key }) { li { field.value } } }
            }
            Actions {
                if let link = problem.link {
                    LinkButton(link.label, href: link.path)
                } else if problem.kind == .unauthenticated {
                    LinkButton("Sign in", href: "/account/sign-in", icon: .signIn)
                } else {
                    LinkButton("Go to the home page", href: home, icon: .home)
                }
                if problem.kind == .failure {
                    LinkButton("Report this error", href: link(Self.reportPath, query: ["id": requestID]), icon: .mail, style: .secondary)
                }
            }
            p(.class("problem-request")) {
                "Error number"
                " "
                code { requestID }
            }
        }
    }
}
