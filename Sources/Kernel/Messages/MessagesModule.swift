import Core
import Foundation
import Interface
import Moderation
import Platform
import Web

/// The kernel part for messages. Words between two people.
public struct MessagesModule: App {
    static let notificationKind = "messages.new"

    /// What the part is.
    public static let manifest = AppManifest(
        id: "messages", name: "Messages",
        navigation: .init(main: [NavigationItem("Messages", icon: .mail, path: MessagesPaths.list())]),
        access: .init(
            permissions: [PermissionDeclaration(MessagesPermissions.moderate, "Decide on messages that were held or reported")],
            roles: [
                RoleDeclaration(
                    "moderator", "Messages moderator", [MessagesPermissions.moderate, ModerationPermissions.queue],
                    partOf: [.moderator, .administrator])
            ]),
        schema: .init(
            MessagesMigrations.all, entityNames: ["messages.conversation": "Conversation", "messages.block": "Blocked person"],
            sentences: MessagesSentences.all),
        notifications: [
            NotificationKind(
                notificationKind, "New messages", hint: "One notification for each conversation with unread messages.",
                channels: [.inbox, .email, .push])
        ],
        measures: .init([.messages]),
        resources: Bundle.module)

    private let site: Site
    private let conversations: Conversations
    private let pace: RateLimiter

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        conversations = Conversations(
            site: site, bans: try site.service(), moderation: try site.service(), notifier: try site.service())
        pace = site.rateLimiter("messages.sent", capacity: 20, per: .seconds(60))
    }

    /// Every page and address of the part.
    public var routes: [Route] { ConversationRoutes(site: site, conversations: conversations, pace: pace).routes }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(conversations)
        extensions.add(MessagesPlace(conversations: conversations), to: .personalPlaces)
        extensions.add(MessagesData(site: site), to: .personalData)
        extensions.add(MessageSubject(conversations: conversations), to: .moderatedSubjects)
    }
}
