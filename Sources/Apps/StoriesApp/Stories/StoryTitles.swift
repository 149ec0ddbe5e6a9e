import Core
import Database
import Platform
import Web

extension TitledEntity {
    /// What the log counts by the story that it is about, by that story's title.
    static let ofStories: [TitledEntity] = ["stories.rating", "stories.story-follow", "stories.library-entry"].map { kind in
        TitledEntity(kind, mention: SubjectMention("a story", titled: "the story"), for: .storiesModerate) { id, db in
            try db.first(.story(StoryID(id))).map { ($0.readersTitle, StoriesPaths.story($0.id)) }
        } search: { words, most in
            .stories(titled: words, most: most)
        }
    }
}
