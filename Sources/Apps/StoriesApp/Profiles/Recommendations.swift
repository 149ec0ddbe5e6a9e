import Audit
import Core
import Database
import Interface
import Markup
import Platform
import Search
import Web

extension Query where Row == Story {
    /// What somebody recommends, of what can be read, in their order.
    static func recommendations(of person: PersonID) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story s JOIN
            (SELECT story_id, position FROM stories_recommendation WHERE person_id = \(person)) AS r ON r.story_id = s.id
        WHERE \(Story.isShown) ORDER BY position, id LIMIT \(AuthorProfiles.mostRecommendations)
        """
    }
}

/// Why a story was not recommended.
enum RecommendationRefusal: Error, Equatable {
    case tooMany(Int)
}

extension RecommendationRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .tooMany(let most):
            Problem(.conflict, "stories.too-many-recommendations", "You can recommend \(most) stories.", remedy: "Remove one first.")
        }
    }
}

/// What is done with a recommendation.
enum RecommendationChange: String, Decodable, Sendable {
    case add, remove, up, down
}

extension AuthorProfiles {
    /// Adds, removes or moves a recommended story.
    func change(_ story: StoryID, _ change: RecommendationChange, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            var order = try write.all(
                "SELECT story_id FROM stories_recommendation WHERE person_id = \(person) ORDER BY position, story_id LIMIT 500" as Query<StoryID>)
            let at = order.firstIndex(of: story)
            switch change {
            case .add:
                guard at == nil else { return }
                guard let found = try write.first(.story(story)), found.isShown else { throw Problem.notFound }
                guard order.count < Self.mostRecommendations else { throw RecommendationRefusal.tooMany(Self.mostRecommendations) }
                order.append(story)
            case .remove: order.removeAll { $0 == story }
            case .up, .down:
                guard let at else { return }
                let to = at + (change == .up ? -1 : 1)
                guard order.indices.contains(to) else { return }
                order.swapAt(at, to)
            }
            try write.run("DELETE FROM stories_recommendation WHERE person_id = \(person)")
            for (position, story) in order.enumerated() {
                try write.run(
                    """
                    INSERT INTO stories_recommendation (person_id, story_id, position, changed_at, changed_by)
                    VALUES (\(person), \(story), \(position), \(write.now), \(person))
                    """)
            }
            try write.audit(.update, AuditName("stories.recommendation", story), ["change": change.rawValue])
        }
    }

    /// Stories that somebody may mean by these words of a title.
    func candidates(_ words: String, in db: any Connection) throws -> [Story] {
        guard !words.isEmpty else { return [] }
        let request = SearchRequest(
            words, isTyping: true, filter: SearchFilter(sources: [StoryPublishing.source]), wantsFacets: false, limit: 10, passagesPerDocument: 0)
        let ids = try site.search.search(request, in: db).hits.map { StoryID($0.subject) }
        let found = Dictionary(try db.all(.stories(ids)).map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { found[$0] }.filter(\.isShown)
    }
}

/// Editing what one recommends (STO-016).
struct RecommendationRoutes: Sendable {
    let people: AuthorProfiles

    var routes: [Route] {
        [
            .get(StoriesPaths.recommendations, allow: .members, use: show),
            .post(StoriesPaths.recommendations, allow: .members, use: change),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> RecommendationsPage {
        let words = (request.query["q"] ?? "").tidied(limit: 200)
        return try await people.site.database.read { db in
            let chosen = try db.all(.recommendations(of: member.id))
            let candidates = try people.candidates(words, in: db).filter { story in !chosen.contains { $0.id == story.id } }
            return RecommendationsPage(
                words: words, chosen: chosen, candidates: candidates, authors: try Authors.of(chosen + candidates, in: db))
        }
    }

    func change(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(RecommendationForm.self)
        try await people.change(form.story, form.change, by: member.id)
        let place: String
        switch form.place {
        case .story: place = StoriesPaths.story(form.story)
        case .end:
            place = try await people.site.database.read { db in try db.first(.story(form.story))?.lastSection } ?? StoriesPaths.story(form.story)
        case nil: return .seeOther(StoriesPaths.recommendations())
        }
        let isAdded = form.change == .add
        return .seeOther(
            place, flash: isAdded ? "Recommended on your profile." : "You no longer recommend this story.",
            undo: link(
                StoriesPaths.recommendations(),
                query: [
                    "story": form.story.description, "change": (isAdded ? RecommendationChange.remove : .add).rawValue,
                    "place": form.place?.rawValue,
                ]))
    }
}

struct RecommendationForm: Decodable, Sendable {
    /// Where one recommends a story, and comes back to; nil is one's own list.
    enum Place: String, Decodable, Sendable {
        case story, end
    }

    var story: StoryID
    var change: RecommendationChange
    var place: Place?
}

extension Query where Row == Int {
    /// Whether somebody recommends a story: 1 or 0.
    static func recommends(_ person: PersonID, _ story: StoryID) -> Self {
        "SELECT count(*) FROM stories_recommendation WHERE person_id = \(person) AND story_id = \(story)"
    }
}

/// Recommends a story on one's profile or no longer, as an entry of the story's menu.
struct RecommendButton: HTML {
    let story: StoryID
    let isRecommended: Bool

    var body: some HTML {
        MenuButton(
            isRecommended ? "Stop recommending" : "Recommend", action: StoriesPaths.recommendations(), icon: .star,
            fields: [
                ("story", story.description), ("change", (isRecommended ? RecommendationChange.remove : .add).rawValue),
                ("place", RecommendationForm.Place.story.rawValue),
            ])
    }
}

/// The box under the biography.
struct RecommendationBox: HTML {
    let stories: [Story]
    let authors: StoryAuthors
    let isOwn: Bool

    var body: some HTML {
        section(.class("card stack"), .aria("labelledby", "recommendations")) {
            h2(.id("recommendations")) { "Recommendations" }
            if stories.isEmpty {
                p(.class("muted")) { "Recommend stories that your readers may like." }
            } else {
                ul(.class("rows")) {
                    for story in stories {
                        li(.class("row")) {
                            div(.class("row-words")) {
                                a(.class("row-title"), .href(StoriesPaths.story(story.id)), .dir("auto")) { story.readersTitle }
                                p(.class("muted"), .dir("auto")) { authors.text(of: story) }
                            }
                        }
                    }
                }
            }
            if isOwn { div { LinkButton("Edit recommendations", href: StoriesPaths.recommendations(), icon: .edit, style: .secondary) } }
        }
    }
}

/// The recommended stories in order, and a search for further ones.
struct RecommendationsPage: PageAnswer {
    let words: String
    let chosen: [Story]
    let candidates: [Story]
    let authors: StoryAuthors

    var title: Text { "Recommendations" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.profile()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "They’re shown under your biography.")
            if !chosen.isEmpty {
                ul(.class("rows")) {
                    for (index, story) in chosen.enumerated() {
                        row(story) {
                            form(.class("row-move"), .method("post"), .action(StoriesPaths.recommendations())) {
                                input(.type("hidden"), .name("story"), .value(story.id.description))
                                IconButton(.chevronUp, label: "Move up", .name("change"), .value("up"), .flag("disabled", index == 0))
                                IconButton(
                                    .chevronDown, label: "Move down", .name("change"), .value("down"), .flag("disabled", index == chosen.count - 1))
                                IconButton(.trash, label: "Remove", .name("change"), .value("remove"))
                            }
                        }
                    }
                }
            }
            Form(StoriesPaths.recommendations(), method: .get, .class("card"), .role("search")) {
                TextField("Title of a story", name: "q", value: words, kind: .search, isRequired: true, .maxlength(200))
                Actions { Button("Search", icon: .search, style: .secondary) }
            }
            if !words.isEmpty, candidates.isEmpty { p(.role("status")) { "No other story matches these words." } }
            if !candidates.isEmpty {
                ul(.class("rows")) {
                    for story in candidates {
                        row(story) {
                            form(.method("post"), .action(StoriesPaths.recommendations())) {
                                input(.type("hidden"), .name("story"), .value(story.id.description))
                                input(.type("hidden"), .name("change"), .value("add"))
                                Button("Add", icon: .plus, style: .secondary, .aria("label", "Add \(story.readersTitle)"))
                            }
                        }
                    }
                }
            }
        }
    }

    private func row(_ story: Story, @HTMLBuilder actions: () -> Node) -> Node {
        let actions = actions()
        return li(.class("row person-row")) {
            div(.class("row-words")) {
                a(.class("row-title"), .href(StoriesPaths.story(story.id)), .dir("auto")) { story.readersTitle }
                p(.class("muted"), .dir("auto")) { authors.text(of: story) }
            }
            actions
        }.node
    }
}
