import Core
import Database
import Platform
import Web

/// Rating a story, by page and by program.
struct RatingRoutes: Sendable {
    let ratings: Ratings

    var routes: [Route] {
        [
            .post(StoriesPaths.rate, allow: .members, use: rate),
            .get(StoriesPaths.apiRating, allow: .everyone, use: show).summary("The ratings of a story, and the caller’s own."),
            .put(StoriesPaths.apiRating, allow: .members, use: put).summary("Rates a story of which the caller has opened a chapter.")
                .accepts(RatingInput.self),
            .delete(StoriesPaths.apiRating, allow: .members, use: remove).summary("Removes the caller’s rating."),
        ]
    }

    func rate(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let form = try request.form(RatingForm.self)
        let end = form.atEnd == true ? try await ratings.end(of: id) : nil
        let place = end ?? StoriesPaths.story(id) + "#ratings"
        guard form.remove != true else {
            try await ratings.remove(id, by: member.id)
            return .seeOther(place, flash: "Rating removed.")
        }
        try await ratings.rate(id, Stars.checked(form.stars), by: member.id)
        return .seeOther(place, flash: "Thanks for your rating.")
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: StoryID) async throws -> RatingAnswer {
        try await ratings.site.database.read { db in
            guard let story = try db.first(.story(id)), story.isShown else { throw Problem.notFound }
            let own = try visitor.personID.flatMap { try ratings.stars(of: $0, to: id, in: db) }
            return RatingAnswer(try ratings.summary(of: id, in: db), own: own)
        }
    }

    func put(_ request: Request, _ member: Member, _ id: StoryID) async throws -> NoContent {
        try await ratings.rate(id, Stars.checked(request.json(RatingInput.self).stars), by: member.id)
        return NoContent()
    }

    func remove(_ request: Request, _ member: Member, _ id: StoryID) async throws -> NoContent {
        try await ratings.remove(id, by: member.id)
        return NoContent()
    }
}

private struct RatingForm: Decodable {
    var stars: Int?
    var remove: Bool?
    /// Whether it comes from the reader, at the end of the story.
    var atEnd: Bool?
}

/// A rating as programs send it.
struct RatingInput: Codable, Sendable {
    var stars: Int
}

extension RatingInput: LimitedMembers {
    static var limits: [String: Schema] { ["stars": .integer(in: Stars.range)] }
}

/// The ratings of a story as programs read them.
struct RatingAnswer: JSONAnswer, Codable {
    /// From 1 to 5; null before the first rating.
    let average: Double?
    let count: Int
    /// How many people gave one star, two, and so on.
    let counts: [Int]
    /// The caller's own stars.
    let own: Int?

    init(_ summary: RatingSummary, own: Int?) {
        (average, count, counts) = (summary.average, summary.count, summary.counts)
        self.own = own
    }
}
