import Core
import Moderation
import Platform

/// Why works and what is said about them can be reported (STO-038), in the words of other places for fiction.
extension ModerationReason {
    /// Of stories, chapters and covers.
    static let ofWorks = [unsolicited, harassment, audience, copied, dangerous, privateInformation, other]
    /// Of comments, posts and lists.
    static let ofRemarks = [unsolicited, harassment, dangerous, privateInformation, other]

    private static let unsolicited = ModerationReason(
        "spam", "Spam or advertising", told: "It’s spam or advertising.", ofPerson: "You have posted spam or advertising.")
    private static let harassment = ModerationReason(
        "hate", "Harassment or hate", hint: "It attacks or threatens a real person or a group of people.",
        told: "It harasses people or spreads hate.", ofPerson: "You have harassed people or spread hate.")
    private static let audience = ModerationReason(
        "stories.audience", "Wrong audience or missing warning", hint: "It has sex, violence or other content that readers weren’t told about.",
        told: "Its audience or warnings don’t match what’s in it. Correct them and publish it again.",
        ofPerson: "You have published works with the wrong audience or without warnings.")
    private static let copied = ModerationReason(
        "stories.copied", "Copied from someone else’s work", hint: "It’s someone else’s text or picture, used without permission.",
        told: "It’s copied from someone else’s work.", ofPerson: "You have published someone else’s work as your own.")
    private static let dangerous = ModerationReason(
        "stories.dangerous", "Illegal or dangerous", hint: "It breaks the law, or could lead to someone getting hurt.",
        told: "It’s illegal or dangerous.", ofPerson: "You have published something illegal or dangerous.")
    private static let privateInformation = ModerationReason(
        "personal-data", "Private information", hint: "It shows a real person’s address, phone number or the like.",
        told: "It shows private information about someone. Remove it and publish it again.",
        ofPerson: "You have published private information about someone.")
}
