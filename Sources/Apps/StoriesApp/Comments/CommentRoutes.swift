import Core
import Database
import Interface
import Moderation
import Platform
import Reading
import Web

/// Reading and writing comments in the browser.
struct CommentRoutes: Sendable {
    let comments: Comments

    var routes: [Route] {
        [
            .get(StoriesPaths.comments, allow: .everyone, use: list),
            .post(StoriesPaths.comments, allow: .members, use: add),
            .get(StoriesPaths.comment, allow: .everyone, use: show),
            .post(StoriesPaths.reply, allow: .members, use: reply),
            .get(StoriesPaths.editComment, allow: .members, use: beginEdit),
            .post(StoriesPaths.editComment, allow: .members, use: edit),
            .get(StoriesPaths.deleteComment, allow: .members, use: confirmDelete),
            .post(StoriesPaths.deleteComment, allow: .members, use: delete),
            .post(StoriesPaths.hideComment, allow: .members, use: hide),
            .post(StoriesPaths.appealComment, allow: .members, use: appeal),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor, _ chapter: ChapterID) async throws -> CommentsPage {
        let paragraph = CommentParagraph(request.query[SectionLinks.Remarks.parameter])
        var page = try await page(of: chapter, about: paragraph, request, CommentViewer(visitor))
        page.form = CommentForm(quote: request.query.chosen("quote"), prefix: request.query["prefix"], suffix: request.query["suffix"])
        return page
    }

    func add(_ request: Request, _ member: Member, _ chapter: ChapterID) async throws -> Response {
        let form = try request.form(CommentForm.self)
        do {
            let id = try await comments.add(CommentDraft(form), to: chapter, language: request.language, by: member.id)
            let place = CommentParagraph(form.at)?.text
            return try await sent(
                id, to: link(StoriesPaths.comments(chapter), query: ["order": CommentOrder.newest.rawValue, SectionLinks.Remarks.parameter: place]))
        } catch let refusal as CommentRefusal where request.wantsPage {
            var page = try await page(of: chapter, about: CommentParagraph(form.at), request, CommentViewer(member))
            (page.form, page.problem) = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: CommentID) async throws -> CommentThreadPage {
        try await thread(id, request, CommentViewer(visitor))
    }

    func reply(_ request: Request, _ member: Member, _ id: CommentID) async throws -> Response {
        let form = try request.form(CommentForm.self)
        do {
            let list = try await thread(id, request, CommentViewer(member)).list
            let made = try await comments.add(
                CommentDraft(form), to: list.chapter.id, onDraft: list.isOnDraft, answering: id, language: request.language, by: member.id)
            return try await sent(made, to: StoriesPaths.comment(id))
        } catch let refusal as CommentRefusal where request.wantsPage {
            var page = try await thread(id, request, CommentViewer(member))
            (page.form, page.problem) = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }

    func beginEdit(_ request: Request, _ member: Member, _ id: CommentID) async throws -> EditCommentPage {
        let comment = try await own(id, member)
        guard comment.isEditable(at: comments.site.clock.now()) else { throw CommentRefusal.tooLate }
        return EditCommentPage(comment: comment, form: CommentForm(words: comment.words, spoiler: comment.isSpoiler))
    }

    func edit(_ request: Request, _ member: Member, _ id: CommentID) async throws -> Response {
        let form = try request.form(CommentForm.self)
        do {
            let draft = try CommentDraft(words: form.words ?? "", isSpoiler: form.spoiler ?? false, quote: nil)
            try await comments.edit(id, words: draft.words, isSpoiler: draft.isSpoiler, language: request.language, by: member.id)
            return try await sent(id, to: StoriesPaths.comment(id))
        } catch let refusal as CommentRefusal where request.wantsPage && refusal.isInvalid {
            return try await EditCommentPage(comment: own(id, member), form: form, problem: refusal.problem).response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: CommentID) async throws -> DeleteCommentPage {
        DeleteCommentPage(comment: try await own(id, member))
    }

    func delete(_ request: Request, _ member: Member, _ id: CommentID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.deleteComment(id)) }
        let list = try await own(id, member).listPath
        try await comments.delete(id, by: member.id)
        return .seeOther(list, flash: "Comment deleted.")
    }

    func hide(_ request: Request, _ member: Member, _ id: CommentID) async throws -> Response {
        let isHidden = try request.form(HideForm.self).hidden
        try await comments.setHidden(isHidden, id, by: member.id)
        return .seeOther(StoriesPaths.comment(id), flash: isHidden ? "Comment hidden from readers." : "Readers see the comment again.")
    }

    func appeal(_ request: Request, _ member: Member, _ id: CommentID) async throws -> Response {
        try await comments.appeal(id, message: (request.form(AppealForm.self).message ?? "").tidiedLines(), by: member.id)
        return .seeOther(StoriesPaths.comment(id), flash: "A moderator will read your comment.")
    }

    private func own(_ id: CommentID, _ member: Member) async throws -> Comment {
        try await comments.site.database.read { db in try comments.own(id, member.id, in: db) }
    }

    private func sent(_ id: CommentID, to address: String) async throws -> Response { try await comments.sent(id, to: address) }

    private func page(
        of chapter: ChapterID, about paragraph: CommentParagraph?, _ request: Request, _ viewer: CommentViewer
    ) async throws -> CommentsPage {
        let order = request.query["order"].flatMap(CommentOrder.init(rawValue:)) ?? .oldest
        let after = try request.after(.comments(order))
        let list = try await comments.page(on: chapter, about: paragraph, order, after: after, for: viewer) { [request] in
            try request.cursor(.comments(order), after: $0)
        }
        return CommentsPage(list: list, order: order, isFirst: after == nil, viewer: viewer, now: comments.site.clock.now())
    }

    private func thread(_ id: CommentID, _ request: Request, _ viewer: CommentViewer) async throws -> CommentThreadPage {
        CommentThreadPage(list: try await comments.thread(id, for: viewer), viewer: viewer, now: comments.site.clock.now())
    }
}

extension Comments {
    /// Says what became of a comment, unless its page does: why it was stopped.
    func sent(_ id: CommentID, to address: String) async throws -> Response {
        let comment = try await site.database.read { db in try db.first(.comment(id)) }
        switch comment?.status {
        case .accepted:
            return .seeOther(address + "#comment-\(id)", flash: comment?.isOnDraft == true ? "Comment sent." : "Comment published.")
        case .pending: return .seeOther(StoriesPaths.comment(id), flash: "A moderator reads your comment first.", tone: .note)
        case .rejected, nil: return .seeOther(StoriesPaths.comment(id))
        }
    }
}

extension CommentRefusal {
    /// Whether something in the form is to be mended.
    var isInvalid: Bool {
        switch self {
        case .invalid, .quoteNotFound: true
        default: false
        }
    }
}

private struct HideForm: Decodable {
    var hidden: Bool
}

private struct AppealForm: Decodable {
    var message: String?
}
