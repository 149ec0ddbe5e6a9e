public import Core
public import Documents
public import Foundation
import Localization
public import Markup
public import Web

/// Lets each person do something that costs the machine seconds, such as printing, a few times a minute.
public struct CostlyCalls: Sendable {
    private let limit: RateLimiter
    private let code: String

    /// - Parameters:
    ///   - name: as ``Site/rateLimiter(_:capacity:per:)`` takes it.
    ///   - most: calls a minute.
    ///   - code: of the refusal.
    public init(_ site: Site, _ name: String, most: Int, code: String) {
        limit = site.rateLimiter(name, capacity: most, per: .seconds(60))
        self.code = code
    }

    /// Counts a call.
    /// - Throws: the refusal of one too many, which says when to try again.
    public func take(by member: Member) throws(Problem) {
        guard let seconds = limit.take(member.id.description) else { return }
        throw Problem(.tooManyRequests, code, "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
    }
}

extension Site {
    /// A document as a PDF to keep, in the language and time of whoever asks; it may show `pictures` by their names.
    public func pdf(_ document: some HTML, pictures: [String: URL] = [:], named name: String, for request: Request) async throws -> Response {
        let context = RenderingContext(language: request.language, timeZone: request.timeZone, messages: messages)
        let page = Array("<!DOCTYPE html>\n".utf8) + render(document, in: context)
        return .download(try await PDFPrinter(temporary: folder.temporary).pdf(of: page, pictures: pictures), type: "application/pdf", named: name)
    }

    /// A book as a Word document to keep; it may show `pictures` by their names.
    public func docx(_ book: MarkdownBook, pictures: [String: URL] = [:], named name: String) async throws -> Response {
        .download(
            try await WordPrinter(temporary: folder.temporary).docx(of: book, pictures: pictures),
            type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", named: name)
    }
}
