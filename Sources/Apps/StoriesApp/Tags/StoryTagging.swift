import Core
import Database
import Platform

/// Which tags readers see a story with, for lists by tag: kept in the transaction that changes the story.
enum StoryTagging {
    /// What readers see: the tags that were accepted last, then the hashtags of the description.
    static func tags(of story: Story) -> [StoryTag] {
        StoryTag.list(story.shownTags + StoryTag.hashtags(in: story.shownDescription ?? "").map(\.name))
    }

    /// Lists a story under its tags, or under none while readers can't see it.
    static func refresh(_ story: Story, _ browse: BrowseTags, in write: Write) throws {
        try write.run("DELETE FROM stories_story_tag WHERE story_id = \(story.id)")
        guard story.isShown else { return }
        for tag in tags(of: story) {
            try write.run(
                """
                INSERT INTO stories_story_tag (story_id, written, tag, name, is_mature, changed_at, changed_by)
                VALUES (\(story.id), \(tag.key), \(browse.key(of: tag)), \(tag.name), \(story.isMature), \(write.now), \(write.actor))
                """)
        }
    }
}
