import Core
import Platform

/// What people agree to before they buy a membership (MUS-016).
enum MuseumTerms {
    static let all = AppTerms(
        version: 1,
        .init(
            "Your membership", "A membership is personal. It begins when it’s paid and ends on the day that’s shown on your card.",
            "It isn’t renewed automatically. We remind you before it ends."),
        .init(
            "At the entrance",
            "If your membership includes entry, show the code on your phone, with an ID if you’re asked. Someone else can’t use your code.",
            "If your phone doesn’t work, say your name at the desk."),
        .init(
            "Paying and refunds", "You pay on the payment provider’s page. We never see your card number.",
            "You can ask for a refund within 14 days if you haven’t used the membership."),
        .init(
            "Your data",
            "We keep your name, your email address and your membership as long as the membership lasts, and receipts as long as the law asks for.",
            "Where you are is only recorded if you turn it on in settings, and only while the museum is open. You can turn it off and delete it at any time.",
            "You can download all your data, or delete your account, whenever you want."))
}
