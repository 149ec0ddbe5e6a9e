import Core
import Interface
import Markup
import Web

/// Searching requests: the page, suggestions while one types, and the same for programs.
struct SearchRoutes: Sendable {
    let search: PostSearch

    private static let longestWords = 200
    private static let pages = PageSize(usual: Feed.pageSize, most: 50)

    var routes: [Route] {
        [
            .get(VolunteersPaths.search, allow: .members, use: show),
            .get(VolunteersPaths.suggest, allow: .members, use: suggest),
            .get(VolunteersPaths.apiSearch, allow: .members, use: find)
                .query("q", .text(most: 1000), "The words.").paged(Self.pages)
                .summary("Public requests that hold the words of q, best first"),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> PostSearchPage {
        let viewer = FeedViewer(member, request)
        let words = Self.words(of: request)
        let offset = try request.after(.search)?.offset ?? 0
        let findings = words.isEmpty ? nil : try await search.find(words, from: offset, for: viewer)
        return PostSearchPage(words: words, findings: findings, isFirst: offset == 0, viewer: viewer)
    }

    func suggest(_ request: Request, _ member: Member) async throws -> Response {
        try .json(Suggestions(try await search.suggestions(Self.words(of: request))))
    }

    func find(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        let offset = try request.after(.search)?.offset ?? 0
        let limit = try request.query.limit(Self.pages)
        let words = Self.words(of: request)
        return Paged(try await search.find(words, from: offset, limit: limit, for: FeedViewer(member, request)).content)
    }

    private static func words(of request: Request) -> String { (request.query["q"] ?? "").tidied(limit: longestWords) }
}

/// The search screen.
struct PostSearchPage: PageAnswer {
    let words: String
    let findings: PostSearch.Findings?
    let isFirst: Bool
    let viewer: FeedViewer

    var title: Text { "Search" }
    var shell: ShellStyle { .app("volunteers") }
    var activePath: String? { VolunteersPaths.home() }
    var scripts: [String] { ["volunteers/js/bookmarks.js"] }

    var body: some HTML {
        PageHeader(title)
        SearchBox(
            VolunteersPaths.search(), placeholder: "Search requests", value: words, suggestions: VolunteersPaths.suggest(), isProminent: true,
            takesFocus: true)
        if let findings {
            p(.class("muted found-count"), .role("status")) {
                findings.totalIsExact ? "\(findings.total) requests found" : "More than \(findings.total) requests found"
            }
            if findings.content.entries.isEmpty {
                EmptyState(.search, title: "Nothing found", message: "Check the spelling, or try fewer words.") {
                    LinkButton("Show all requests", href: VolunteersPaths.home(), style: .secondary)
                }
            } else {
                PostGrid(
                    content: findings.content, language: viewer.language, here: address(),
                    next: findings.content.next.map { address(after: $0) }, previous: isFirst ? nil : address())
            }
        } else {
            EmptyState(
                .search, title: "Search all open requests", message: "Searches titles, descriptions and areas.")
        }
    }

    private func address(after mark: Cursor? = nil) -> String {
        link(VolunteersPaths.search(), query: ["q": words, "after": mark?.text])
    }
}
