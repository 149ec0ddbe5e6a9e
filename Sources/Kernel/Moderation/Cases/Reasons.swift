public import Core
public import Platform

/// The reasons that most apps share.
extension ModerationReason {
    /// VOL-047.
    public static let forProfit = ModerationReason(
        "for-profit", "A for-profit organisation looking for free labour", told: "For-profit organisations may not look for free labour here.",
        ofPerson: "You have looked for free labour for a for-profit organisation.")
    /// VOL-046.
    public static let money = ModerationReason(
        "money", "A request or advertisement about money", told: "Requests and advertisements about money aren’t allowed here.",
        ofPerson: "You have asked for money, offered it or advertised.")
    /// Swear words.
    public static let profanity = ModerationReason(
        "profanity", "Profanity", told: "It contains swear words. Remove them and send it again.", ofPerson: "You have used swear words.")
    /// VOL-046.
    public static let provocative = ModerationReason(
        "provocative", "Provocative or offensive", told: "It contains provocative or offensive language.",
        ofPerson: "You have written provocative or offensive things.")
    /// Someone may be in danger, so moderators hear of it at once.
    public static let hate = ModerationReason(
        "hate", "Hate or threats against people", told: "It contains hate or threats against people.",
        ofPerson: "You have written hateful or threatening things about people.")
    /// An address, a phone number.
    public static let personalData = ModerationReason(
        "personal-data", "Personal data, such as an address or telephone number",
        told: "It contains personal information that shouldn’t be public, such as an address or phone number. Remove it and send it again.",
        ofPerson: "You have published personal information, such as an address or phone number.")
    /// Advertising, or the same again and again.
    public static let spam = ModerationReason(
        "spam", "Spam or repeated posting", told: "It’s spam, or it has been posted too often.",
        ofPerson: "You have posted spam, or the same thing too often.")
    /// Meant to deceive.
    public static let fraud = ModerationReason(
        "fraud", "Fraud or deception", told: "It seems meant to deceive people.", ofPerson: "You seem to have tried to deceive people.")
    /// Moderators must say it in their own words.
    public static let other = ModerationReason(
        "other", "Something else", told: "It breaks the rules of this site.", ofPerson: "You have broken the rules of this site.")

    /// What can be wrong with a text of any app, in the order of the form.
    public static let usual: [Self] = [money, profanity, provocative, hate, personalData, spam, fraud, other]

    /// What earlier reports and decisions may name.
    static let all: [Self] = [forProfit] + usual

    /// A reason that is kept, whatever the app offers today.
    static func kept(_ code: String, among stated: [Self] = []) -> Self? { (stated + all).first { $0.code == code } }

    /// The sentence about a text, with a moderator's own words after it.
    public func told(_ words: String) -> Text { with(words, after: sentence) }

    /// The sentence about a person, with a moderator's own words after it.
    public func toldOfPerson(_ words: String) -> Text { with(words, after: sentenceOfPerson) }

    /// Moderators have to add words of their own.
    var needsWords: Bool { code == Self.other.code }

    private func with(_ words: String, after sentence: Text) -> Text {
        guard !words.isEmpty else { return sentence }
        if needsWords { return .verbatim(words) }
        return Text(key: "%1 %2", arguments: [.text(sentence), .string(words)])
    }
}

extension ModeratedSubject {
    /// The reasons that its forms offer.
    var offeredReasons: [ModerationReason] { reasons.isEmpty ? ModerationReason.usual : reasons }

    /// One of ``offeredReasons``.
    func reason(_ code: String?) -> ModerationReason? { offeredReasons.first { $0.code == code } }
}
