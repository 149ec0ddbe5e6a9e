import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// The rules that come with Stoa, as they are: phrases by language and kind, what they excuse, and words with two meanings (CORE-025).
struct RulesPage: PageAnswer {
    /// The rules of one language that find, or excuse, the same thing.
    struct Group: Sendable {
        let language: Language
        let title: Text
        let rules: [String]
    }

    let groups: [Group]
    /// Narrows the rules to those with this in them.
    var search = ""

    var title: Text { "Rules of the filter" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(
            title, lead: "These come with Stoa and can’t be changed here. Word lists can.",
            crumbs: [Crumb("Moderation", href: ModerationPaths.queue()), Crumb("Word lists", href: ModerationPaths.words())])
        SearchBox(ModerationPaths.rules(), placeholder: "Search the rules", value: search)
        Card("How to read a rule") {
            p { "Each line is words in a row. A bar means “or” and a star any ending." }
            p { "A word with a question mark may be missing. Three dots stand for up to four words." }
            p { "A trained classifier reads along. What only the classifier finds is never sent back: a moderator reads it." }
        }
        if groups.isEmpty { p(.class("muted")) { "Nothing was found." } }
        for language in FilterResources.languages {
            let own = groups.filter { $0.language == language }
            if !own.isEmpty {
                Card(.verbatim(language.nativeName)) {
                    for group in own {
                        Disclosure(isOpen: !search.isEmpty) {
                            group.title
                        } content: {
                            p(.class("muted")) { "\(group.rules.count) rules" }
                            ul(.class("rows"), .lang(language)) { for rule in group.rules { li(.class("row")) { code { rule } } } }
                        }
                    }
                }
            }
        }
    }
}

extension RulesPage {
    /// The rules of lists, narrowed to those with some words in them.
    init(_ lists: WordLists, search: String) {
        let wanted = search.lowercased()
        groups = FilterResources.languages.flatMap { language in
            let rules = lists.phrases[language]?.rules ?? []
            let found = FilterVerdict.Kind.allCases.map { kind in (title: kind.label, rules: rules.filter { $0.kind == kind }) }
            let excused = (title: "Excused" as Text, rules: rules.filter { $0.kind == nil })
            let phrases = (found + [excused]).map { (title: $0.title, lines: $0.rules.map(\.words)) }
            let doubles = (title: "Words with two meanings" as Text, lines: lists.doubles[language]?.lines ?? [])
            return (phrases + [doubles]).compactMap { title, lines -> Group? in
                let shown = wanted.isEmpty ? lines : lines.filter { $0.lowercased().contains(wanted) }
                return shown.isEmpty ? nil : Group(language: language, title: title, rules: shown)
            }
        }
        self.search = search
    }
}
