import Core
import Documents
import Interface
import Localization
import Markup
import Web

/// A text in the reader's own look before anybody else can open it. It keeps no place and has no tools.
public struct ReaderPreview: HTML {
    private let text: ReaderText
    private let title: Text
    private let back: String

    /// - Parameters:
    ///   - title: what the publication is called.
    ///   - back: where the text is changed.
    ///   - picture: the address of a resource that the text shows, by its name; nil leaves it without one.
    public init(
        _ section: ConvertedSection, of title: Text, language: Language, settings: ReadingSettings, back: String,
        picture: @escaping (String) -> String?
    ) {
        text = ReaderText(section, language: language, settings: settings, picture: picture)
        (self.title, self.back) = (title, back)
    }

    /// The text as HTML.
    public var body: some HTML {
        div(.class("reader"), text.settings.attributes) {
            header(.class("reader-bar is-preview")) {
                a(
                    .class("reader-button"), .data("back"), .href(back), .aria("label", "Back to the editor"), .title("Back to the editor")
                ) { Icon.back }
                div(.class("reader-titles")) {
                    p(.class("reader-title"), .dir("auto")) { title }
                    p(.class("reader-chapter")) { "Preview" }
                }
                // As wide as the way back, so that the title is in the middle.
                span(.class("reader-button"), .aria("hidden", true)) {}
            }
            main(.class("reader-view"), .id("text"), .tabindex(-1), .dir(text.direction.rawValue)) {
                if !text.hasTitle { h1(.class("visually-hidden")) { "Preview" } }
                text.flow
            }
        }
    }
}

/// A text in the reader's own look, as a part of a page.
public struct ReaderText: HTML {
    private let section: ConvertedSection
    private let language: Language
    fileprivate let settings: ReadingSettings
    private let picture: (String) -> String?

    /// - Parameter picture: the address of a resource that the text shows, by its name; nil leaves it without one.
    public init(_ section: ConvertedSection, language: Language, settings: ReadingSettings, picture: @escaping (String) -> String?) {
        (self.section, self.language, self.settings, self.picture) = (section, language, settings, picture)
    }

    /// Whether it begins with a heading of the first level; otherwise the page needs one of its own.
    public var hasTitle: Bool { section.html.contains("<h1") }

    /// The text on its paper.
    public var body: some HTML {
        div(.class("reader is-inset"), settings.attributes) { flow }
    }

    fileprivate var direction: ReadingDirection { language.isRightToLeft ? .rightToLeft : .leftToRight }

    @HTMLBuilder fileprivate var flow: Node {
        article(.class("reader-flow"), .dir(direction.rawValue), .lang(language)) {
            Markup.section(.class("reader-section")) { Raw(html) }
        }
    }

    private var html: String {
        SectionHTML(section: 0, isAlone: true).rewritten(section.html).replacing(/src="resources\/([^"]*)"/) { match in
            "src=\"\(picture(String(match.output.1)) ?? "")\""
        }
    }
}

extension ReadingSettings {
    /// As the styles of the reader ask for them.
    var attributes: Attribute {
        .group([
            .data("mode", mode.rawValue), .data("axis", axis.rawValue), .data("size", String(size)), .data("face", face.rawValue),
            .data("leading", leading.rawValue), .data("width", width.rawValue), .data("theme", theme.rawValue),
            .data("justified", justified ? "yes" : "no"), .data("verses", (verses ?? .lines).rawValue),
        ])
    }
}
