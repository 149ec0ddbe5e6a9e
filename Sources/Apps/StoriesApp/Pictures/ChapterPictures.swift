import Core
import Database
import Media
import Platform
import Web

/// Pictures for the chapters of a story: added, written into a chapter, removed.
struct ChapterPictures: Sendable {
    let chapters: Chapters
    let pictures: StoryPictures

    private var site: Site { pictures.site }

    /// What is sent with a picture.
    struct Form: Decodable, Sendable {
        var words: String?
        var isDecorative: Bool?

        /// - Throws: ``StoryPictureRefusal``.
        func checkedWords() throws(StoryPictureRefusal) -> String {
            if isDecorative == true { return "" }
            // The marks of Markdown would end the description.
            let words = (words ?? "").tidied().replacing("[", with: "(").replacing("]", with: ")")
            if words.isEmpty { throw .noWords }
            if words.length > StoryPicture.longestWords { throw .tooManyWords(words.length) }
            return words
        }
    }

    /// Adds a picture to the story of an own chapter; it is in no text yet.
    /// - Throws: ``PictureRefusal``, ``StoryPictureRefusal``.
    func add(_ file: UploadedFile?, _ form: Form, to chapter: ChapterID, by author: PersonID) async throws -> StoryPicture {
        let words = try form.checkedWords()
        guard let file, file.size > 0 else { throw PictureRefusal.missing }
        _ = try await chapters.manuscript(chapter, of: author)
        let id = try await pictures.pages.withPicture(of: .file(file.url)) { [self] picture in
            guard let picture else { throw PictureRefusal.missing }
            return try await site.write(by: author) { write in
                try chapters.stories.requireOpen(author, in: write)
                let (story, _) = try chapters.writes(chapter, author, in: write)
                return try pictures.add(picture, words: words, to: story.id, in: write)
            }
        }
        return try await site.database.read { db in try db.one(.picture(id)) }
    }

    /// Writes a picture at the end of a chapter, for those whose browser can't put it where they are.
    func append(_ picture: StoryPicture, to chapter: ChapterID, by author: PersonID, on device: String) async throws {
        let manuscript = try await chapters.manuscript(chapter, of: author)
        let text = manuscript.text.isEmpty ? picture.markdown : manuscript.text + "\n\n" + picture.markdown
        _ = try await chapters.save(
            ChapterSave(base: manuscript.chapter.head, change: .text(text + "\n"), device: device), to: chapter, by: author)
    }

    /// Removes a picture that no published chapter shows.
    func remove(_ id: PictureID, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            guard let picture = try write.first(.picture(id)), picture.place == .chapter else { throw Problem.notFound }
            let story = try chapters.stories.writes(picture.story, author, in: write)
            guard try !isShown(id, in: story.id, write) else { throw ChapterPictureRefusal.inUse }
            try pictures.remove(id, in: write)
        }
    }

    private func isShown(_ id: PictureID, in story: StoryID, _ db: any Connection) throws -> Bool {
        let mark = "%resource:p\(id).jpg%"
        return try db.first(
            """
            SELECT 1 FROM stories_chapter c JOIN stories_release r ON r.chapter_id = c.id
            WHERE c.story_id = \(story) AND r.html LIKE \(mark) LIMIT 1
            """ as Query<Int>) != nil
    }
}

/// Why a picture was not removed.
enum ChapterPictureRefusal: Error {
    case inUse
}

extension ChapterPictureRefusal: ProblemConvertible {
    var problem: Problem {
        Problem(
            .conflict, "stories.picture-in-use", "A published chapter shows this picture.",
            remedy: "Take it out of the chapter and publish the chapter again. Then you can remove the picture.")
    }
}
