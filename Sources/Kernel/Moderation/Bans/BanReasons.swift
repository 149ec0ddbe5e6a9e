import Core
import Interface
import Markup
public import Platform

/// Why people can be banned from each app: for what its texts can be reported for, in its words.
public struct BanReasons: Sendable {
    private let stated: [String: [ModerationReason]]
    private let moderated: Set<String>

    /// The reasons that the apps of a site declare.
    public init(_ site: Site) {
        let subjects = site.extensions[.moderatedSubjects]
        stated = Dictionary(grouping: subjects, by: \.app).mapValues { $0.flatMap(\.reasons) }
        moderated = Set(subjects.map(\.app))
    }

    /// Those of one app, each once, with “Something else” at the end.
    func of(_ app: String) -> [ModerationReason] {
        var (seen, all): (Set<String>, [ModerationReason]) = ([], [])
        let stated = stated[app] ?? []
        for reason in !stated.isEmpty ? stated : moderated.contains(app) ? ModerationReason.usual : ModerationReason.ofConduct
        where !reason.needsWords && seen.insert(reason.code).inserted {
            all.append(reason)
        }
        return all + [.other]
    }

    /// One of an app's reasons.
    func reason(_ code: String?, from app: String) -> ModerationReason? { of(app).first { $0.code == code } }

    /// The list for some apps, under the name of each where there are several. A script hides those of the apps that are not chosen.
    func select(_ apps: [Choice]) -> Select {
        let (label, first, hint): (Text, Choice, Text) = ("Reason for the ban", Choice("", "Choose a reason"), "The person sees this.")
        func choices(_ app: Choice) -> [Choice] { of(app.value).map { Choice($0.code, $0.label) } }
        if let only = apps.first, apps.count == 1 {
            return Select(label, name: "why", choices: [first] + choices(only), hint: hint, isRequired: true)
        }
        return Select(
            label, name: "why", choices: [first], groups: apps.map { ($0.label, choices($0), .data("group", $0.value)) }, hint: hint,
            isRequired: true, .data("groups-of", "app"))
    }
}

extension ModerationReason {
    /// In an app where nobody publishes anything, it is about how somebody behaves.
    fileprivate static let ofConduct: [Self] = [provocative, hate, fraud]
}
