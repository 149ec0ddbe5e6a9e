import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Who may be meant, while somebody types at the desk.
extension DeskRoutes {
    /// More don't fit above a keyboard.
    private static let mostSuggested = 8

    static func words(of request: Request) -> String { (request.query["q"] ?? "").tidied(limit: 400) }

    func suggest(_ request: Request, _ member: Member) async throws -> Response {
        let (words, reader) = (Self.words(of: request), ReaderLanguage(request, desk.site))
        let (found, gifts) = try await desk.site.database.read { [desk] db in
            (try desk.search(words, for: reader, in: db), try desk.waitingGifts(words, for: reader, in: db))
        }
        // A gift among people of one name isn't pushed off the list by them.
        let people = found.prefix(max(Self.mostSuggested - gifts.count, Self.mostSuggested / 2)).map { one in
            Suggestions.Item(
                title: one.name,
                detail: Self.joined([
                    request.render(one.state), one.email, one.number.map { request.render("Member number \(MemberNumbers.grouped($0))") } ?? "",
                ]), href: one.path,
                picture: one.current == nil ? Icon.person : Icon.idCard)
        }
        let waiting = gifts.prefix(Self.mostSuggested - people.count).map { one in
            Suggestions.Item(
                title: request.render(one.title),
                detail: Self.joined([
                    request.render("Not accepted yet"), one.tier.name, one.giver.isEmpty ? "" : request.render("Gift from \(one.giver)"),
                ]),
                href: one.path, picture: Icon.heart)
        }
        return try .json(Suggestions(people + waiting))
    }

    private static func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: " · ") }
}

extension Desk.Visitor {
    /// Whether they are a member, in a few words.
    var state: Text {
        if let current { return "Member: \(current.tier.name)" }
        return waiting.first.map { "Waiting to pay: \($0.tier.name)" } ?? "Not a member"
    }
}
