import Core
import Database
import Platform
import Search
import Web

extension StorySearch {
    /// The stories that are read most give the words.
    private static let mostStories = 1000

    /// What was probably meant by words that nothing was found for: each that no title, tag or author has, as one that does and is written nearly so.
    /// Nil where there is none.
    func meant(_ words: String, isOfAge: Bool) async throws -> String? {
        try await lists.value(.meant(words, includingMature: isOfAge)) { try await spelling(isOfAge: isOfAge).corrected(words) }
    }

    private func spelling(isOfAge: Bool) async throws -> Spelling {
        try await lists.value(.spelling(includingMature: isOfAge)) {
            try await site.database.read { db in
                let stories = try db.all(.shown(where: Story.isFor(adults: isOfAge), by: .read, from: 0, limit: Self.mostStories))
                let names = try Authors.of(stories, in: db).everybody
                return Spelling(stories.flatMap { [$0.readersTitle] + $0.shownTags } + names.values)
            }
        }
    }
}
