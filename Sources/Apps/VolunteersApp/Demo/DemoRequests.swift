import Accounts
import Core
import Database
import Messages
import Moderation
import Platform

/// Requests to look at in a demo, brought in as people bring theirs in: through the filter, the queue and the messages.
struct DemoRequests: Sendable {
    /// One request and what becomes of it.
    struct Request: Decodable, Sendable {
        /// What a moderator decides.
        struct Decision: Decodable, Sendable {
            var action: ModeratorAction
            /// The code of one of the reasons of requests.
            var reason: String
            var words: String
        }

        /// A later version.
        struct Edit: Decodable, Sendable {
            var title: String
            var body: String
        }

        /// A private message about it.
        struct Word: Decodable, Sendable {
            var from: String
            var text: String
        }

        /// The address of whoever asks.
        var author: String
        var category: String
        /// One line.
        var title: String
        var body: String
        var area: String
        var language: Language
        var hoursAgo: Int
        /// When help is needed, counted from when the demo is filled: `14:30` of a day, and for how long.
        var inDays: Int?
        var time: String?
        var length: PostLength?
        /// The addresses of those who marked it.
        var bookmarks: [String]
        var appeal: String?
        var decision: Decision?
        var edit: Edit?
        var editAppeal: String?
        var talk: [Word]?
    }

    let services: VolunteersServices

    /// Brings in one request unless it is there already; people that the demo does not have are left out.
    func add(_ request: Request, people: [String: DemoAccount], moderator: PersonID?) async throws {
        guard let person = people[request.author] else { return }
        let author = PostAuthor(id: person.id, name: person.name)
        let categories = try await services.categories.list()
        let form = PostForm(
            title: request.title, body: request.body, category: categories.all.first { $0.name == request.category }?.id.description,
            area: request.area, day: request.inDays.map { services.posts.today.adding($0).description }, time: request.time,
            length: request.length?.rawValue)
        let draft = try PostDraft(form, language: request.language, categories: categories, today: services.posts.today)
        guard try await !isKnown(draft.content.title, by: author.id) else { return }
        try await acceptTerms(author.id)
        let id = try await services.posts.create(draft, by: author)
        try await date(id, request)
        if let message = request.appeal { try await services.posts.appeal(id, message: message, by: author) }
        if let decision = request.decision, let moderator { try await decide(id, decision, by: moderator) }
        if let edit = request.edit {
            let words = PostForm(title: edit.title, body: edit.body, category: form.category, area: request.area)
            let draft = try PostDraft(words, language: request.language, categories: categories, today: services.posts.today)
            try await services.posts.edit(id, draft, by: author)
        }
        if let message = request.editAppeal { try await services.posts.appeal(id, message: message, by: author) }
        for address in request.bookmarks {
            if let reader = people[address] { try await services.bookmarks.add(id, by: reader.id) }
        }
        try await talk(request.talk ?? [], about: id, request, author: author.id, people)
    }

    private func isKnown(_ title: String, by author: PersonID) async throws -> Bool {
        try await services.site.database.read { db in
            try db.first("SELECT id FROM volunteers_post WHERE author_id = \(author) AND title = \(title) LIMIT 1" as Query<PostID>) != nil
        }
    }

    private func acceptTerms(_ person: PersonID) async throws {
        let consents = services.consents
        try await services.site.write(by: person) { write in
            guard let version = try consents.version(of: VolunteersApp.manifest.id, in: write) else { return }
            try consents.accept(app: VolunteersApp.manifest.id, version: version, by: person, in: write)
        }
    }

    /// A demo looks lived in: its requests were written over the last weeks.
    private func date(_ id: PostID, _ request: Request) async throws {
        try await services.site.write(by: nil) { write in
            let then = write.now - .seconds(request.hoursAgo * 3600)
            try write.run("UPDATE volunteers_post SET created_at = \(then) WHERE id = \(id)")
            try write.run("UPDATE volunteers_post SET published_at = \(then) WHERE id = \(id) AND published_at IS NOT NULL")
        }
    }

    private func decide(_ id: PostID, _ decision: Request.Decision, by person: PersonID) async throws {
        let moderation = services.moderation
        try await services.site.write(by: person) { write in
            guard let found = try moderation.find(Posts.subject(id), in: write), found.status != .rejected else { return }
            let moderator = Moderator(id: person, permissions: [.volunteersModerate, ModerationPermissions.queue])
            // What is public already can only be removed; a demo that wants a rejection shows one that people held first.
            let action = found.possibleActions.contains(decision.action) ? decision.action : .remove
            let reason = ModerationReason.ofRequests.first { $0.code == decision.reason }
            try moderation.decide(
                found.id, ModeratorDecision(action, reason: reason, words: decision.words, version: found.version), by: moderator, in: write)
        }
    }

    private func talk(
        _ words: [Request.Word], about id: PostID, _ request: Request, author: PersonID, _ people: [String: DemoAccount]
    ) async throws {
        guard let helper = words.lazy.compactMap({ people[$0.from]?.id }).first(where: { $0 != author }) else { return }
        let conversations = services.conversations
        try await services.site.write(by: helper) { write in
            let conversation = try conversations.open(between: helper, and: author, about: Posts.subject(id), title: request.title, in: write)
            for word in words {
                guard let speaker = people[word.from]?.id else { continue }
                try conversations.post(word.text, by: speaker, to: conversation, language: request.language, in: write)
            }
        }
    }
}
