import Accounts
import Core
import Database
import Events
import Interface
import Platform
import Web

/// A person's conversations: pages, and the same for programs.
struct ConversationRoutes: Sendable {
    let site: Site
    let conversations: Conversations
    /// How fast one person writes.
    let pace: RateLimiter

    var routes: [Route] {
        [
            .get(MessagesPaths.list, allow: .members, use: list),
            .get(MessagesPaths.conversation, allow: .members, use: show),
            .post(MessagesPaths.conversation, allow: .members, use: write),
            .post(MessagesPaths.mute, allow: .members, use: mute),
            .get(MessagesPaths.leave, allow: .members, use: confirmLeaving),
            .post(MessagesPaths.leave, allow: .members, use: leave),
            .post(MessagesPaths.unblock, allow: .members, use: unblock),
            .post(MessagesPaths.block, allow: .members, use: block),
            .get(MessagesPaths.apiList, allow: .members, use: listForPrograms).summary("The conversations of the person who asks").paged(),
            .get(MessagesPaths.apiUnread, allow: .members, use: countForPrograms).summary("Conversations with new messages"),
            .get(MessagesPaths.apiConversation, allow: .members, use: showForPrograms).summary("The latest messages of a conversation").paged(),
            .post(MessagesPaths.apiConversation, allow: .members, body: .json, use: writeForPrograms)
                .summary("Says something in a conversation").accepts(NewMessage.self),
        ]
    }

    /// A message as it is sent.
    struct NewMessage: Codable, Sendable { var words: String }
    /// The same as the page sends it.
    struct MessageForm: Decodable {
        var words: String
        /// What was not delivered and is said otherwise now.
        var again: MessageID?
    }
    /// How many conversations have something new.
    struct UnreadConversations: Codable, Sendable, JSONAnswer { var unread: Int }
    struct Switch: Decodable { var on: Bool }

    func list(_ request: Request, _ member: Member) async throws -> ConversationsPage {
        let before = try request.after(.conversations)
        let app = request.query["app"].flatMap { id in site.app(id)?.id }
        return try await site.database.read { db in
            let list = try conversations.page(of: member.id, before: before, in: db)
            let last = list.conversations.count < Conversations.pageSize ? nil : list.conversations.last
            return ConversationsPage(
                list: list, next: try last.map { try request.cursor(.conversations, after: $0.lastAt) },
                blocked: try conversations.blockedPeople(of: member.id, in: db), app: app)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> ThreadPage {
        var page = try await page(id, request, member, before: request.after(.thread))
        let again = request.query["again"].flatMap { Int64($0) }.map { MessageID($0) }
        guard page.takesWords else { return page }
        page.undelivered = page.thread.messages.first { $0.id == again && page.thread.isRefused($0, of: member.id) } ?? page.undelivered
        if let undelivered = page.undelivered {
            page.marks = try await site.database.read { try conversations.marks(of: undelivered, in: $0) }
        }
        return page
    }

    /// Where a message that was not delivered is back in the field.
    static func again(_ message: Message) -> String {
        link(MessagesPaths.conversation(message.conversation), query: ["again": message.id.description]) + "#latest"
    }

    func write(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> Response {
        let form = try request.form(MessageForm.self)
        do {
            try await say(form.words, member, id, replacing: form.again, request.language)
            return .seeOther(MessagesPaths.conversation(id) + "#latest")
        } catch let refusal as MessageRefusal where refusal != .unknownConversation {
            var page = try await page(id, request, member, before: nil)
            page.problem = refusal.problem
            page.words = form.words
            page.undelivered = page.thread.messages.first { $0.id == form.again && page.thread.isRefused($0, of: member.id) }
            return try await page.response(for: request)
        }
    }

    func mute(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> Response {
        let isOn = try request.form(Switch.self).on
        try await site.write(by: member.id) { try conversations.setMuted(isOn, id, by: member.id, in: $0) }
        return .seeOther(
            MessagesPaths.conversation(id), flash: isOn ? "You won’t get notifications about this conversation." : "You get notifications again.")
    }

    func confirmLeaving(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> LeavePage {
        return try await site.database.read { db in
            let found = try conversations.find(id, of: member.id, in: db)
            return LeavePage(conversation: found, context: try conversations.context(of: found, in: db))
        }
    }

    func unblock(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        try await site.write(by: member.id) { try conversations.unblock(person, by: member.id, in: $0) }
        return .seeOther(MessagesPaths.list(), flash: "This person can write to you again.")
    }

    func leave(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(MessagesPaths.leave(id)) }
        try await site.write(by: member.id) { try conversations.leave(id, by: member.id, in: $0) }
        return .seeOther(MessagesPaths.list(), flash: "You have left the conversation.")
    }

    func block(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> Response {
        let isOn = try request.form(Switch.self).on
        try await site.write(by: member.id) { try conversations.setBlocked(isOn, in: id, by: member.id, within: $0) }
        // Where somebody is blocked the page itself says so, beside the way back.
        return .seeOther(MessagesPaths.conversation(id), flash: isOn ? nil : "This person can write to you again.")
    }

    func listForPrograms(_ request: Request, _ member: Member) async throws -> Paged<ConversationJSON> {
        let page = try await list(request, member)
        return Paged(items: page.list.conversations.map { ConversationJSON($0, names: page.list.names) }, next: page.next)
    }

    func countForPrograms(_ request: Request, _ member: Member) async throws -> UnreadConversations {
        UnreadConversations(unread: try await site.database.read { try conversations.unread(of: member.id, in: $0) })
    }

    func showForPrograms(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> Paged<MessageJSON> {
        let thread = try await thread(id, member, before: try request.after(.thread))
        return Paged(
            items: thread.messages.map { MessageJSON($0, me: member.id) }, next: try thread.older.map { try request.cursor(.thread, after: $0) })
    }

    func writeForPrograms(_ request: Request, _ member: Member, _ id: ConversationID) async throws -> Created<MessageJSON> {
        let said = try await say(try request.json(NewMessage.self).words, member, id, request.language)
        return Created(MessageJSON(said, me: member.id))
    }

    private func page(_ id: ConversationID, _ request: Request, _ member: Member, before: MessageID?) async throws -> ThreadPage {
        let thread = try await thread(id, member, before: before)
        // After it was read, so that it is not new in the list beside it.
        let (context, list, ban, isOtherAway) = try await site.database.read { db in
            let context = try conversations.context(of: thread.conversation, in: db)
            return (
                context, try conversations.page(of: member.id, before: nil, in: db),
                try conversations.ban(of: member.id, in: context, db),
                try thread.conversation.other.flatMap { try conversations.ban(of: $0, in: context, db) } != nil
            )
        }
        // What was stopped last is back in the field.
        let refused = before == nil ? thread.messages.last.flatMap { thread.isRefused($0, of: member.id) ? $0 : nil } : nil
        return ThreadPage(
            thread: thread, list: list, older: try thread.older.map { try request.cursor(.thread, after: $0) }, me: member.id,
            zone: request.timeZone, context: context, ban: ban.map { ClosedByBan($0, conversations.bans, on: site) },
            isOtherAway: isOtherAway, undelivered: thread.isClosed || isOtherAway || ban != nil ? nil : refused)
    }

    @discardableResult
    private func say(
        _ words: String, _ member: Member, _ id: ConversationID, replacing undelivered: MessageID? = nil, _ language: Language
    ) async throws -> Message {
        if let seconds = pace.take(member.id.description) { throw MessageRefusal.tooMany(seconds: seconds) }
        let said = try await site.write(by: member.id) { write in
            try conversations.post(words, by: member.id, to: id, replacing: undelivered, language: language, in: write)
        }
        // Another device of the author's may have deleted the account in between, and the message with it.
        guard let message = try await site.database.read({ db in try db.first(.message(said)) }) else { throw MessageRefusal.unknownConversation }
        return message
    }

    /// What was said, and that it has been read now.
    private func thread(_ id: ConversationID, _ member: Member, before: MessageID?) async throws -> Thread {
        let thread = try await site.database.read { try conversations.thread(id, of: member.id, before: before, in: $0) }
        if before == nil, let last = thread.messages.last, last.id.number > thread.conversation.readTo {
            try await site.write(by: member.id) { try conversations.read(id, by: member.id, upTo: last.id, in: $0) }
        }
        return thread
    }
}

extension ConversationRoutes.NewMessage: LimitedMembers {
    static var limits: [String: Schema] { ["words": .text(.words, most: Conversations.longestMessage)] }
}

/// A conversation as programs see it.
struct ConversationJSON: Codable, Sendable {
    var id: ConversationID
    var title: String
    var with: String?
    var unread: Int
    var lastAt: Instant
    var lastWords: String?

    init(_ conversation: Conversation, names: [PersonID: String]) {
        id = conversation.id
        title = conversation.title
        with = conversation.other.flatMap { names[$0] }
        unread = conversation.unread
        lastAt = conversation.lastAt
        lastWords = conversation.lastWords
    }
}

/// A message as programs see it.
struct MessageJSON: Codable, Sendable {
    var id: MessageID
    var isMine: Bool
    var words: String
    /// Whether the other person sees it; if not, the filter or a moderator stopped it.
    var isShown: Bool
    /// Whether a moderator removed it after it was delivered; the other person then gets no words of it.
    var isRemoved: Bool
    var at: Instant

    init(_ message: Message, me: PersonID) {
        id = message.id
        isMine = message.author == me
        words = message.words
        isShown = message.isShown
        isRemoved = message.isRemoved
        at = message.at
    }
}

extension CursorScope<Instant> {
    fileprivate static var conversations: Self { Self("messages.conversations") }
}

extension CursorScope<MessageID> {
    fileprivate static var thread: Self { Self("messages.thread") }
}
