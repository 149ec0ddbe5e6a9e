import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// What the filter looks for, list by list, and a box to try it.
struct WordsPage: PageAnswer {
    /// A text that was tried, and what the filter says to it.
    struct Attempt: Sendable {
        let text: String
        let language: String
        let app: String
        let verdict: FilterVerdict
    }

    let entries: [WordLists.Entry]
    let seed: Set<WordLists.Entry>
    let languages: [Choice]
    let apps: [Choice]
    var attempt: Attempt?
    var problem: Problem?
    var word = ""
    /// Narrows the lists to words with this in them.
    var search = ""

    static let longestTry = 4000
    /// The most words of a list that one page shows.
    static let mostShown = 100

    var title: Text { "Word lists" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(
            title, lead: "What the filter looks for. Changes apply to new texts.",
            crumbs: [Crumb("Moderation", href: ModerationPaths.queue())])
        div(.class("case-columns")) {
            div {
                p { a(.href(ModerationPaths.rules())) { "Rules of the filter" } }
                p { a(.href(ModerationPaths.opinion())) { "Third opinion" } }
                SearchBox(ModerationPaths.words(), placeholder: "Search the lists", value: search)
                for list in WordLists.List.allCases { listCard(list) }
            }
            div {
                tryCard
                addCard
            }
        }
    }

    private func listCard(_ list: WordLists.List) -> some HTML {
        let all = entries.filter { $0.list == list }
        // What was added here is what somebody looks after; the rest came with the program.
        let words = all.filter { !seed.contains($0) } + all.filter { seed.contains($0) }
        let isOpen = search.isEmpty ? words.first.map { !seed.contains($0) } ?? false : !words.isEmpty
        return Card(list.label) {
            p(.class("muted")) { list.explanation }
            if words.isEmpty {
                p(.class("muted")) { search.isEmpty ? list.emptiness : "Nothing was found." }
            } else {
                details(.class("fold"), .flag("open", isOpen)) {
                    summary { "\(words.count) words" }
                    ul(.class("rows word-list")) { for entry in words.prefix(Self.mostShown) { row(entry) } }
                    if words.count > Self.mostShown {
                        p(.class("muted")) { "These are the first \(Self.mostShown). Search to see others." }
                    }
                }
            }
        }
    }

    private func row(_ entry: WordLists.Entry) -> some HTML {
        li(.class("row")) {
            div {
                code { entry.pattern.text }
                " "
                span(.class("muted")) {
                    entry.language.map { Text.verbatim($0.nativeName) } ?? "every language"
                    if let app = entry.app { " · \(app)" as String }
                    if !seed.contains(entry) {
                        " · "
                        "added here"
                    }
                }
            }
            Form(ModerationPaths.changeWord()) {
                input(.type("hidden"), .name("list"), .value(entry.list.rawValue))
                input(.type("hidden"), .name("word"), .value(entry.pattern.text))
                input(.type("hidden"), .name("language"), .value(entry.language?.rawValue ?? ""))
                input(.type("hidden"), .name("app"), .value(entry.app ?? ""))
                IconButton(.trash, label: "Remove “\(entry.pattern.text)” from the list")
            }
        }
    }

    @HTMLBuilder private var tryCard: some HTML {
        Card("Try a text") {
            if let attempt {
                MarkedText(text: attempt.text, matches: attempt.verdict.matches)
                Alert(attempt.verdict.action.tone, title: attempt.verdict.action.label) {
                    p { attempt.verdict.reason }
                    if !attempt.verdict.matches.isEmpty {
                        details(.class("fold")) {
                            summary { "Technical details" }
                            for match in attempt.verdict.matches.prefix(20) {
                                p {
                                    Badge(match.kind.label, tone: .quiet)
                                    " "
                                    code { match.rule }
                                }
                            }
                        }
                    }
                }
            }
            Form(ModerationPaths.tryWords()) {
                TextArea("Text to try", name: "text", value: attempt?.text ?? "", lines: 4, isRequired: true, .maxlength(Self.longestTry))
                Select("Language of the text", name: "language", choices: languages, selected: attempt?.language)
                Select("App", name: "app", choices: [Choice("", "Any")] + apps, selected: attempt?.app ?? "")
                Actions { Button("Try", icon: .search, style: .secondary) }
            }
        }
    }

    @HTMLBuilder private var addCard: some HTML {
        Card("Add a word") {
            ProblemAlert(problem)
            Form(ModerationPaths.changeWord()) {
                input(.type("hidden"), .name("isListed"), .value("true"))
                TextField(
                    "Word or phrase", name: "word", value: word,
                    hint: "A star matches any letters: darn* also finds longer words that begin with it.", isRequired: true,
                    .maxlength(WordPattern.longest))
                Select("List", name: "list", choices: WordLists.List.allCases.map { Choice($0.rawValue, $0.label) })
                Select("In texts written in", name: "language", choices: languages + [Choice("", "Every language")])
                Select("In the app", name: "app", choices: [Choice("", "Every app")] + apps)
                Actions { Button("Add", icon: .plus) }
            }
        }
    }
}

extension WordLists.List {
    var label: Text {
        switch self {
        case .profanity: "Profanity"
        case .slur: "Slurs"
        case .toxicity: "Attacks"
        case .spam: "Spam"
        case .money: "Money"
        case .mild: "Mild words"
        case .innocent: "Innocent words"
        }
    }

    /// What is said where the list has no word.
    var emptiness: Text {
        switch self {
        case .spam, .money, .toxicity: "The filter finds these by its rules. You can add your own words."
        default: "No words yet."
        }
    }

    var explanation: Text {
        switch self {
        case .innocent: "Words that contain a listed word but are allowed."
        case .mild: "Fine in a sentence but rude on their own. Checked only in texts of up to three words."
        case .toxicity: "A text with one of these waits for a moderator."
        default: "Texts with these words are sent back to the author."
        }
    }
}

extension FilterVerdict.Action {
    var label: Text {
        switch self {
        case .accept: "It’s accepted."
        case .hold: "It waits for a moderator."
        case .reject: "It goes back to its author."
        }
    }

    var tone: Tone {
        switch self {
        case .accept: .success
        case .hold: .warning
        case .reject: .danger
        }
    }
}
