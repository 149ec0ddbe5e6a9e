import Core
import Documents
import Interface
import Localization
import Markup
import Web

/// A text in the reader's own look before anybody else can open it. It keeps no place and has no tools.
public struct ReaderPreview: HTML {
    private let section: ConvertedSection
    private let title: Text
    private let language: Language
    private let settings: ReadingSettings
    private let back: String
    private let picture: (String) -> String?

    /// - Parameters:
    ///   - title: what the publication is called.
    ///   - back: where the text is changed.
    ///   - picture: the address of a resource that the text shows, by its name; nil leaves it without one.
    public init(
        _ section: ConvertedSection, of title: Text, language: Language, settings: ReadingSettings, back: String,
        picture: @escaping (String) -> String?
    ) {
        (self.section, self.title, self.language) = (section, title, language)
        (self.settings, self.back, self.picture) = (settings, back, picture)
    }

    /// The text as HTML.
    public var body: some HTML {
        let direction: ReadingDirection = language.isRightToLeft ? .rightToLeft : .leftToRight
        div(.class("reader"), settings.attributes) {
            header(.class("reader-bar is-preview")) {
                a(.class("reader-button"), .href(back), .aria("label", "Back to the editor"), .title("Back to the editor")) { Icon.back }
                div(.class("reader-titles")) {
                    p(.class("reader-title"), .dir("auto")) { title }
                    p(.class("reader-chapter")) { "Preview" }
                }
                // As wide as the way back, so that the title is in the middle.
                span(.class("reader-button"), .aria("hidden", true)) {}
            }
            main(.class("reader-view"), .id("text"), .tabindex(-1), .dir(direction.rawValue)) {
                if !section.html.contains("<h1") { h1(.class("visually-hidden")) { "Preview" } }
                article(.class("reader-flow"), .dir(direction.rawValue), .lang(language)) {
                    Markup.section(.class("reader-section")) { Raw(html) }
                }
            }
        }
    }

    private var html: String {
        SectionHTML(section: 0).rewritten(section.html).replacing(/src="resources\/([^"]*)"/) { match in
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
            .data("justified", justified ? "yes" : "no"),
        ])
    }
}
