import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Questions, tours and the way to a person.
struct HelpPage: PageAnswer {
    let words: String
    let found: [HelpTopic]
    /// What comes nearest when nothing was found.
    let nearest: [HelpTopic]
    let sections: [HelpSection]
    let tours: [NavigationItem]
    let hours: [PlaceHours]
    /// Whom a guest asks who cannot sign in; empty for everybody else.
    let contact: String

    var title: Text { "Help" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(title, lead: "Look for an answer, take a tour, or ask a person.")
        SearchBox(HelpPaths.home(), placeholder: "What would you like to know?", value: words)
        if !words.isEmpty {
            if found.isEmpty {
                EmptyState(
                    .search, title: "No answer holds these words", message: "Try other words, look through all answers below, or ask a person."
                ) {
                    LinkButton("Ask for help", href: HelpPaths.support(), icon: .mail)
                }
                if !nearest.isEmpty {
                    SectionHeader("Perhaps one of these")
                    TopicList(topics: nearest)
                }
            } else {
                TopicList(topics: found)
            }
        } else if !tours.isEmpty {
            SectionHeader("Guided tours")
            CardGrid { for tour in tours { LinkCard(tour.label, detail: "A tour of a minute.", icon: tour.icon, href: tour.path) } }
        }
        if found.isEmpty {
            for section in sections {
                SectionHeader(section.title)
                TopicList(topics: section.topics)
            }
        }
        if !hours.isEmpty {
            SectionHeader("Opening hours")
            CardGrid { for place in hours { place } }
        }
        SectionHeader("A person to ask")
        p { "Did you not find it? Staff answers within four hours." }
        Actions { LinkButton("Ask for help", href: HelpPaths.support(), icon: .mail) }
        ContactLine(contact)
    }
}

/// Questions that lead to their answers.
private struct TopicList: HTML {
    let topics: [HelpTopic]

    var body: some HTML {
        ul(.class("rows")) {
            for topic in topics { li(.class("row")) { a(.href(HelpPaths.topic(topic.id))) { topic.question } } }
        }
    }
}

/// One answer.
struct TopicPage: PageAnswer {
    let topic: HelpTopic
    let others: [HelpTopic]

    var title: Text { topic.question }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Help", href: HelpPaths.home())])
        div(.class("stack")) { for paragraph in topic.answer { p { paragraph } } }
        if !others.isEmpty {
            SectionHeader("Other questions")
            TopicList(topics: Array(others.prefix(6)))
        }
    }
}
