import Core
import Database
import Documents
import Events
import Foundation
import Localization
import Platform
import Reading
import Web

/// Keeps the reader and the search index true to stories: what people may open and find follows from what was accepted, always in the
/// transaction that changes it.
struct StoryPublishing: Sendable {
    static let source = "stories.story"

    let publications: Publications
    let index: StoryIndex
    let lists: StoryLists
    let news: ReaderNews
    let messages: Messages

    /// What the screens of a story's authors follow: what they wrote, and what readers see of it.
    static let topic = "stories.chapters"

    /// Makes what readers see of a story anew, and tells the screens of its authors.
    func refresh(_ id: StoryID, in write: Write) throws {
        try renew(id, in: write)
        for author in try write.all(.authors(of: id)) {
            try write.emit(Self.topic, to: .person(author), kind: "standing", StandingEvent(story: id))
        }
    }

    private func renew(_ id: StoryID, in write: Write) throws {
        let statements = StoryStatements(write)
        try statements.recount(id)
        try write.invalidate(lists.shared)
        let story = try write.one(.story(id))
        let parts = try write.all(.parts(of: id))
        guard !parts.isEmpty else {
            try hide(story, in: write)
            return try enterAuthors(of: story, in: write)
        }
        let direction: ReadingDirection = story.details.language.isRightToLeft ? .rightToLeft : .leftToRight
        let card = try card(of: story, in: write)
        let publication: PublicationID
        if let known = story.publication {
            publication = known
            try publications.update(publication, card, by: write.actor, in: write)
        } else {
            publication = try publications.create(Edition(direction: direction), as: card, by: write.actor, in: write)
            try statements.setPublication(publication, of: id)
        }
        try publications.amend(
            publication, to: parts.map(\.name), direction: direction, resources: resources(of: story, write), by: write.actor, in: write
        ) { number in try write.one(.release(parts[number])).section(called: name(ofChapter: number + 1, in: story.details.language)) }
        let browse = try BrowseTags.read(write)
        try StoryTagging.refresh(story, browse, in: write)
        try index.put(story, browse, in: write)
        try index.enqueueText(of: id, in: write)
        try enterAuthors(of: story, in: write)
        try news.expect(story, in: write)
    }

    /// Enters again what the search knows of a story without its text.
    func enter(_ id: StoryID, in write: Write) throws {
        guard let story = try write.first(.story(id)), story.chapterCount > 0 else { return }
        try index.put(story, BrowseTags.read(write), in: write)
    }

    /// People are found by their name while readers can open a story of theirs.
    func enterAuthor(_ author: PersonID, in write: Write) throws { try index.putAuthor(author, in: write) }

    private func enterAuthors(of story: Story, in write: Write) throws {
        for author in try Authors.ids(of: story, in: write) { try enterAuthor(author, in: write) }
    }

    /// Takes a story away from readers, lists and search; their marks in it are kept, should it come back.
    func hide(_ story: Story, in write: Write) throws {
        if let publication = story.publication { try publications.setAudience(.staff, of: publication, by: nil, in: write) }
        try write.run("DELETE FROM stories_story_tag WHERE story_id = \(story.id)")
        try write.invalidate(lists.shared)
        try index.remove(story.id, in: write)
    }

    /// Removes a story that is gone for good from reader and search, with the marks that readers made in it.
    func delete(_ story: Story, in write: Write) throws {
        if let publication = story.publication { try publications.delete(publication, in: write) }
        try write.run("DELETE FROM stories_story_tag WHERE story_id = \(story.id)")
        try write.invalidate(lists.shared)
        try index.remove(story.id, in: write)
    }

    /// What a chapter without a title is called in the book itself, in its own language.
    func name(ofChapter number: Int, in language: Language) -> String {
        messages.render(Chapter.name("", number: number), in: language, timeZone: .gmt)
    }

    /// The pictures that chapters show, each once.
    private func resources(of story: Story, _ db: any Connection) throws -> [EditionResource] {
        let pictures = try db.all(.pictures(of: story.id, .chapter))
        guard !pictures.isEmpty else { return [] }
        let shown = Set(try db.all(.shownWithPictures(of: story.id)).flatMap(\.marks.ids))
        return pictures.filter { shown.contains($0.id) }.map { picture in
            EditionResource(
                name: ConvertedResource.name(ofPicture: picture.id.number), mediaType: StoredPicture.mediaType, media: picture.file.large)
        }
    }

    private func card(of story: Story, in db: any Connection) throws -> PublicationCard {
        PublicationCard(
            ownerKind: Self.source, ownerID: story.id.number, title: story.readersTitle,
            authors: messages.render(try Authors.of([story], in: db).text(of: story), in: story.details.language, timeZone: .gmt),
            language: story.details.language,
            audience: story.isShown ? .everyone : .staff, staffPermission: .storiesModerate, pagePath: StoriesPaths.story(story.id))
    }
}

/// What readers see of a story changed.
struct StandingEvent: Codable {
    let story: StoryID
}
