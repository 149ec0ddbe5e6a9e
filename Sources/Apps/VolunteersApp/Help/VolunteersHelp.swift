import Core
import Interface
import Platform

/// What people ask about Växjö Volunteers, and its guided tour (LIB-145).
enum VolunteersHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "volunteers-ask", "How do I ask for help?",
            "Press the plus at the bottom right, write what you need and choose a category. Read it once more under Preview, then press Publish.",
            "A filter checks it first; most requests are public right away. You’ll find yours under “My requests”.",
            searchedAs: "request post new volunteer need help create"),
        HelpTopic(
            "volunteers-done", "I’ve found help. What do I do with my request?",
            "Open it under “My requests” and press “I’ve found help”. It leaves the list and the search, and everyone who offered to help is told.",
            "If you need help again, press “Open it again”. “Delete” removes it for good.",
            searchedAs: "close finish done solved reopen got help mark as done delete my request"),
        HelpTopic(
            "volunteers-help", "What happens when I press “I can help”?",
            "You write to the person who asked. Only the two of you can read the conversation, and there you agree on a time and place.",
            "It’s under Messages. A bookmark only saves a request for later, and nobody is told.",
            searchedAs: "volunteer offer answer reply contact message private"),
        HelpTopic(
            "volunteers-status", "What do Accepted, Rejected and Pending Moderation mean?",
            "Accepted: everyone who is signed in can see the request. Rejected: only you and the moderators can see it, and the page gives the reason.",
            "Pending Moderation: a moderator reads it before others do. We’ll tell you when it’s decided.",
            searchedAs: "pending waiting approved declined review moderation moderator"),
        HelpTopic(
            "volunteers-appeal", "My request was rejected. What can I do?",
            "Change what the reason describes and send it again. Or ask a moderator to look at it: “Ask a moderator”, or “Ask for another look”.",
            "Money, advertising, unpaid work for companies and rude words aren’t allowed.",
            searchedAs: "appeal rejected declined removed approval moderator censored"),
        HelpTopic(
            "volunteers-where", "Who can see where I live?",
            "Nobody. A request names an area at most, never a street and number. Share your address in a private message, with someone you trust.",
            searchedAs: "address location street map privacy safe visible"),
        HelpTopic(
            "volunteers-unsafe", "Someone is behaving badly. What can I do?",
            "Report a request from its three-dot menu, or a message with the flag beside it. Moderators look at the report. The author isn’t told who reported it.",
            "You can block the person from the conversation’s menu. Under Messages you see who you have blocked.",
            searchedAs: "report abuse block harassment spam scam moderator complain"),
        HelpTopic(
            "volunteers-decide", "How do I remove a request?",
            "Open the request and press “Moderate”. The case shows what the filter found, the reports and the author’s history. The author is told the reason you choose.",
            searchedAs: "moderator moderate remove hide queue case",
            permission: .volunteersModerate),
    ]

    static let tour: [TourStop] = [
        TourStop("filter", "The requests", "Newest first. Filter by category, time or person, or change the order."),
        TourStop("search", "Search", "Search the text of all open requests."),
        TourStop("new", "Ask for help", "Tap the plus to ask for help."),
        TourStop("more", "More", "Your bookmarks, and help."),
        TourStop("places", "The places", "Home, your requests, settings and your profile are one tap away."),
    ]
}
