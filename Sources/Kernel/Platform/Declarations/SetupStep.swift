public import Core
import Database
public import Interface
public import Markup
import Web

/// What parts say about the first hour of a site.
public protocol SetupStepSource: Sendable {
    /// Who sees the step.
    var permission: Permission { get }

    /// The step as things are; whether it is done is read from the data. Nil where the site needs no such step. Quick, for it is asked each
    /// time the portal is opened.
    func step(in db: any Connection) throws -> SetupStep?
}

/// One thing that a new site needs.
public struct SetupStep: Sendable {
    /// In the order in which they are best done. The names are stored with what was skipped.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case look, front, apps, hours, languages, currency, privacy, mail, signIn, invite, owner, backup
    }

    public var kind: Kind
    public var title: Text
    /// How it stands: what is chosen, or why it is needed.
    public var detail: Text
    public var isDone: Bool
    /// Where it is done.
    public var path: String
    /// What the button there says.
    public var action: Text
    /// The same once the step is done.
    public var actionAgain: Text

    public init(_ kind: Kind, _ title: Text, detail: Text, isDone: Bool, path: String, action: Text, again: Text = "Change") {
        self.kind = kind
        self.title = title
        self.detail = detail
        self.isDone = isDone
        self.path = path
        self.action = action
        actionAgain = again
    }
}

extension ExtensionPoint where Value == any SetupStepSource {
    public static var setupSteps: Self { Self("setup-steps") }
}

/// The steps whose choices somebody has looked at and saved, be it as they were.
public struct ReviewedSteps: ConfigurationSection, Equatable {
    public static let name = "reviewedSteps"

    public var steps: Set<SetupStep.Kind>

    public init(_ steps: Set<SetupStep.Kind> = []) { self.steps = steps }
}

/// The steps that were skipped.
public struct SkippedSteps: ConfigurationSection, Equatable {
    public static let name = "skippedSteps"

    var steps: Set<SetupStep.Kind> = []
}

/// How a page that a step leads to finds back to the list.
public enum SetupReturn {
    /// The name in a query and in a form.
    public static let field = "then"
    public static let value = "start"

    /// The name, in a query and in a form, of a step that is done once its form was saved, be it as it was.
    public static let reviewed = "reviews"

    /// An address as a step gives it.
    public static func link(_ path: String) -> String {
        let parts = path.split(separator: "#", maxSplits: 1)
        let query = "\(parts[0].contains("?") ? "&" : "?")\(field)=\(value)"
        return String(parts[0]) + query + (parts.count > 1 ? "#" + parts[1] : "")
    }

    /// Whether somebody came from the list.
    public static func isWanted(_ said: String?) -> Bool { said == value }

    /// The first breadcrumb of somebody who came from the list.
    public static func crumbs(_ isWanted: Bool) -> [Crumb] { isWanted ? [Crumb("Get started", href: SitePaths.start())] : [] }

    /// The way back at the end of a page of several forms, which stays open after each is saved.
    @HTMLBuilder public static func footer(_ isWanted: Bool) -> Node {
        if isWanted {
            div(.class("setup-back")) { LinkButton("Back to Get started", href: SitePaths.start(), icon: .chevronLeft, style: .secondary) }
        }
    }
}

extension Request {
    /// Whether the page is asked for from the list of first steps.
    public var comesFromSetup: Bool { SetupReturn.isWanted(query[SetupReturn.field]) }
}
