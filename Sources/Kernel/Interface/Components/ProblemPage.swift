import Core
import Markup
import Web

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
        if let page = problem.page { return page.title }
        return switch problem.kind {
        case .notFound: "Page not found"
        case .gone: "No longer available"
        case .unauthenticated: "Sign in to continue"
        case .forbidden: "You don’t have access"
        case .tooManyRequests: "One moment"
        case .tooLarge: "Too large"
        case .conflict, .preconditionFailed: "That didn’t work"
        case .failure, .notImplemented: "Something went wrong on our side"
        case .unavailable: "We’ll be back shortly"
        default: "We couldn’t read that request"
        }
    }

    /// Whether a rule says no to a person, such as a ban: nothing is broken, so there is nothing to look up.
    private var isRule: Bool { problem.kind == .forbidden || problem.kind == .unauthenticated }

    /// The page's content.
    public var body: some HTML {
        section(.class("problem")) {
            h1 { Self.title(of: problem) }
            if !isRule { p(.class("problem-code"), .aria("hidden", true)) { String(problem.kind.rawValue) } }
            p(.class("lead")) { problem.page?.words ?? problem.detail }
            if let remedy = problem.remedy { p { remedy } }
            if !problem.fields.isEmpty {
                ul(.class("confirm-list")) { for field in problem.fields.sorted(by: { $0.key < $1.key }) { li { field.value } } }
            }
            Actions {
                if let link = problem.link {
                    LinkButton(link.label, href: link.path)
                } else if problem.kind == .unauthenticated {
                    LinkButton("Sign in", href: SitePaths.signIn(), icon: .signIn)
                } else {
                    LinkButton("Go to the front page", href: home, icon: .home)
                }
                if problem.kind == .failure {
                    LinkButton("Report this error", href: link(Self.reportPath, query: ["id": requestID]), icon: .mail, style: .secondary)
                }
            }
            if !isRule {
                p(.class("problem-request")) {
                    "Reference"
                    " "
                    code { requestID }
                }
            }
        }
    }
}
