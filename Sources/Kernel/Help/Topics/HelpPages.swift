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
    /// Where this visitor asks a person.
    let asking: String

    var title: Text { "Help" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(title, lead: "Search for an answer, take a tour or contact us.") {
            LinkButton("Contact us", href: asking, icon: .mail)
        }
        SearchBox(HelpPaths.home(), placeholder: "What would you like to know?", value: words)
        if !words.isEmpty {
            if found.isEmpty {
                EmptyState(
                    .search, title: "No answers found", message: "Try other words, browse all answers below, or contact us."
                ) {
                    LinkButton("Contact us", href: asking, icon: .mail)
                }
                if !nearest.isEmpty {
                    SectionHeader("Do any of these help?")
                    TopicList(topics: nearest)
                }
            } else {
                TopicList(topics: found)
            }
        } else if !tours.isEmpty {
            SectionHeader("Guided tours")
            CardGrid { for tour in tours { LinkCard(tour.label, detail: "1-minute tour", icon: tour.icon, href: tour.path) } }
        }
        if found.isEmpty {
            for section in sections {
                SectionHeader(section.title)
                TopicList(topics: section.topics)
            }
        }
        if !hours.isEmpty {
            section(.id("opening-hours"), .aria("label", "Opening hours")) {
                SectionHeader("Opening hours")
                CardGrid { for place in hours { place } }
            }
        }
        SectionHeader("Didn’t find the answer?")
        p { "Write to the people who run this site." }
        Actions { LinkButton("Contact us", href: asking, icon: .mail, style: .secondary) }
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
        div(.class("stack")) {
            for paragraph in topic.answer { p { paragraph } }
            if let link = topic.link { Actions { LinkButton(link.label, href: link.path, icon: link.path == HelpPaths.support() ? .mail : nil) } }
        }
        if !others.isEmpty {
            SectionHeader("Other questions")
            TopicList(topics: Array(others.prefix(6)))
        }
    }
}
