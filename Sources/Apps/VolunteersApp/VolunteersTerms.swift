import Core
import Platform

/// What people agree to before they ask for help or offer it (VOL-046, VOL-047).
enum VolunteersTerms {
    static let all = AppTerms(
        version: 1,
        .init(
            "What this place is for", "People ask for voluntary help here, and others give it. Nobody is paid, and nobody pays.",
            "Helping is each person’s own decision. A bookmark or a message is no promise."),
        .init(
            "What isn’t allowed here", "Requests or advertisements about money: buying, selling, lending, collecting, wages or fees.",
            "For-profit organisations may not use this place to find free labour.",
            "Provocative, hateful or threatening words, and private things about other people."),
        .init(
            "Look after yourself and others",
            "Say in which area you need help, never the exact address. Share that only in a private message, with someone you trust.",
            "Meet in a public place the first time."),
        .init(
            "How requests are checked",
            "An automatic filter reads every request before it is public. You’re told the reason when it isn’t accepted, and you can ask a moderator to look at it.",
            "Moderators can remove requests, and ban people who break these terms."),
        .init(
            "Your data", "Your name, your picture and what you write about yourself are shown to other signed-in people.",
            "A request that you delete is gone for good. You can download all your data, or delete your account, whenever you want."))
}
