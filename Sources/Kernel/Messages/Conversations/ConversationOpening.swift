public import Core

/// How an app tells somebody of the first message about one of its things, which is more than a message there: an offer, a question.
public struct ConversationOpening: Sendable {
    let kind: String
    let news: @Sendable (String) -> Text

    /// - Parameters:
    ///   - kind: as ``ModeratedSubject/kind``.
    ///   - news: the title of the notification; gets the name of who wrote.
    public init(kind: String, news: @escaping @Sendable (_ name: String) -> Text) {
        self.kind = kind
        self.news = news
    }
}

extension ExtensionPoint where Value == ConversationOpening {
    /// Each for one kind of subject.
    public static var conversationOpenings: Self { Self("conversation-openings") }
}
