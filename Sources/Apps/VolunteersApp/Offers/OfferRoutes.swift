import Accounts
import Core
import Database
import Interface
import Markup
import Messages
import Platform
import Web

/// “I can help”: a private conversation between the volunteer and whoever asks. Only the two of them read it, and each message can
/// be reported.
struct OfferRoutes: Sendable {
    let site: Site
    let posts: Posts
    let consents: Consents
    let conversations: Conversations

    var routes: [Route] {
        [
            .get(VolunteersPaths.help, allow: .members, use: begin),
            .post(VolunteersPaths.help, allow: .members, use: send),
        ]
    }

    func begin(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        guard try await posts.mayWrite(PostAuthor(member)) else {
            return .seeOther(link(AccountsPaths.terms(VolunteersApp.manifest.id), query: ["then": VolunteersPaths.help(id)]))
        }
        let details = try await helpable(id, member, request)
        if let offer = details.offers.first { return .seeOther(MessagesPaths.conversation(offer.conversation.id) + "#latest") }
        return try await OfferPage(details: details, volunteer: member.id).response(for: request)
    }

    func send(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let details = try await helpable(id, member, request)
        let words = (try request.form(OfferForm.self).message ?? "").tidiedLines()
        let language = request.language
        let author = details.post.author
        let title = details.post.content.title
        guard !words.isEmpty else {
            return try await OfferPage(details: details, volunteer: member.id, error: "Write a few words first.").response(for: request)
        }
        let conversation = try await site.write(by: member.id) { write in
            try consents.require(app: VolunteersApp.manifest.id, of: member.id, in: write)
            let conversation = try conversations.open(between: member.id, and: author, about: Posts.subject(id), title: title, in: write)
            try conversations.post(words, by: member.id, to: conversation, language: language, in: write)
            try write.count(.offers)
            try countFirst(of: details.post, in: write)
            return conversation
        }
        return .seeOther(MessagesPaths.conversation(conversation))
    }

    private func countFirst(of post: Post, in write: Write) throws {
        let isFirst = try write.run(
            """
            UPDATE volunteers_post SET first_offer_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(post.id) AND first_offer_at IS NULL
            """)
        if isFirst > 0 { try write.count(.firstOffers, of: OfferDelay(from: post.shownAt, to: write.now).rawValue) }
    }

    /// A public request of somebody else; one that is no longer open only for who has offered already.
    private func helpable(_ id: PostID, _ member: Member, _ request: Request) async throws -> PostDetails {
        let details = try await posts.details(id, for: FeedViewer(member, request))
        guard !details.isOwn else { throw PostRefusal.ownPost }
        guard details.post.status == .accepted else { throw Problem.notFound }
        guard details.post.isOpen || !details.offers.isEmpty else { throw PostRefusal.notOpen }
        return details
    }
}

private struct OfferForm: Decodable {
    var message: String?
}

/// The first words to whoever asks.
struct OfferPage: PageAnswer {
    let details: PostDetails
    let volunteer: PersonID
    var error: Text?

    private static let formID = "offer-form"

    var title: Text { "I can help" }
    var shell: ShellStyle { .app("volunteers") }
    var status: Status { error == nil ? .ok : .unprocessableContent }
    var activePath: String? { VolunteersPaths.home() }
    var slots: FrameSlots {
        FrameSlots(
            back: VolunteersPaths.post(details.post.id),
            footer: {
                Button("Send", icon: .mail, .custom("form", Self.formID), .data("needs-connection"))
                LinkButton("Cancel", href: VolunteersPaths.post(details.post.id), style: .secondary)
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Only \(details.poster) reads this. Agree here on time and place.")
            div(.class("offer-subject")) {
                Avatar(details.poster)
                div(.class("offer-words")) {
                    strong(.dir("auto")) { details.post.content.title }
                    span(.class("muted"), .dir("auto")) { details.poster }
                }
            }
            Form(
                VolunteersPaths.help(details.post.id), .id(Self.formID), .class("card"), .data("draft", volunteer.description),
                .data("draft-sends")
            ) {
                TextArea(
                    "Your message", name: "message", lines: 5, error: error, isRequired: true, .maxlength(Conversations.longestMessage))
            }
        }
    }
}
