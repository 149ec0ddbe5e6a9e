import Core
import Documents
import Interface
import Markup
import Platform
import Reading
import Web

/// A chapter as readers will see it, made by what makes it for them. Its author alone can open it.
struct PreviewPage: PageAnswer {
    let manuscript: Chapters.Manuscript
    let section: ConvertedSection
    let settings: ReadingSettings

    var title: Text { "Preview" }
    var shell: ShellStyle { .reader }

    var body: some HTML {
        ReaderPreview(
            section, of: .verbatim(manuscript.story.details.title), language: manuscript.story.details.language, settings: settings,
            back: StoriesPaths.editor(manuscript.chapter.id)
        ) { name in
            PictureMarks.picture(named: name).map { StoriesPaths.picture($0, .large) }
        }
    }
}
