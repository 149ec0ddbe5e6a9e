import Core
import Interface
import Localization
import Markup
import Platform

/// An email in its reader's language.
public struct RenderedEmail: Sendable, Equatable {
    /// The subject line.
    public let subject: String
    /// For programs that show no HTML, and for those who prefer it.
    public let text: String
    /// The same as a page.
    public let html: String
    /// Every address in it, in their order.
    public let links: [String]
    /// Where one click ends emails of this sort.
    let unsubscribe: String?
}

/// Puts emails into words.
struct EmailRenderer: Sendable {
    let site: Site

    func render(_ email: Email, in language: Language) -> RenderedEmail {
        let configuration = site.configuration
        let base = configuration.linkBase
        var book = site.messages.phrasebook(language, configuration.zone)
        let action = email.action.map { (label: book.words($0.label), url: base + $0.path) }
        let unsubscribe = email.unsubscribePath.map { base + $0 }
        let footer = email.footer.map { book.words($0) }
        let paragraphs = email.paragraphs.map { book.words($0) }
        let stop = unsubscribe.map { (label: book.words("Unsubscribe from emails like this"), url: $0) }

        var parts = paragraphs
        if let action { parts.append("\(action.label):\n\(action.url)") }
        var end = ["-- ", configuration.name, base]
        if let footer { end.append(footer) }
        if let stop { end.append("\(stop.label): \(stop.url)") }
        parts.append(end.joined(separator: "\n"))

        let subject = book.words(email.subject)
        let page = EmailPage(
            language: language, siteName: configuration.name, subject: subject, base: base, paragraphs: paragraphs, action: action, footer: footer,
            stop: stop, look: site.look)
        let context = RenderingContext(language: language, timeZone: configuration.zone, messages: site.messages)
        return RenderedEmail(
            subject: subject, text: parts.joined(separator: "\n\n") + "\n",
            html: String(decoding: Markup.render(page, in: context), as: UTF8.self),
            links: [action?.url, unsubscribe].compactMap { $0 }, unsubscribe: unsubscribe)
    }
}

/// An email as a page. Its style stands in its head, where mail programs read it; without it the email is plain and whole.
private struct EmailPage: HTML {
    let language: Language
    let siteName: String
    let subject: String
    let base: String
    let paragraphs: [String]
    let action: (label: String, url: String)?
    let footer: String?
    let stop: (label: String, url: String)?
    let look: ShellLook

    private static let style = """
        <style>
        body { margin: 0; padding: 24px; background: #faf7f0; color: #1c1b1a; font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif }
        .letter { max-width: 560px; margin: 0 auto; padding: 24px; border: 1px solid #dddad5; border-radius: 12px; background: #ffffff }
        .letter .site { margin: 0 0 16px; font-size: 14px; font-weight: 600; color: #5d5a55 }
        .letter .logo { max-width: 100%; padding: 4px; border-radius: 6px; background: #ffffff }
        .letter h1 { margin: 0 0 16px; font-size: 21px; line-height: 1.3; overflow-wrap: anywhere }
        .letter p { margin: 0 0 16px; white-space: pre-line }
        .letter .action { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1558b3; color: #ffffff; font-weight: 600; text-decoration: none }
        .letter .small, .letter .small a { margin: 0; font-size: 13px; color: #5d5a55; word-break: break-word }
        .letter hr { border: 0; border-top: 1px solid #dddad5; margin: 24px 0 16px }
        @media (prefers-color-scheme: dark) {
        body { background: #14130f; color: #f2efe8 }
        .letter { background: #1f1d18; border-color: #3a372f }
        .letter .site, .letter .small, .letter .small a { color: #b8b2a5 }
        .letter .action { background: #8fbcff; color: #071a33 }
        .letter hr { border-top-color: #3a372f }
        }
        </style>
        """

    /// The button in the site's own colour.
    private static func style(_ colors: SiteColors) -> String {
        """
        <style>
        .letter .action { background: \(colors.action.hex); color: \(colors.actionInk.hex) }
        @media (prefers-color-scheme: dark) {
        .letter .action { background: \(colors.darkAction.hex); color: \(colors.darkActionInk.hex) }
        }
        </style>
        """
    }

    var body: some HTML {
        Raw("<!doctype html>")
        html(.lang(language), .dir(language.isRightToLeft ? "rtl" : "ltr")) {
            head {
                meta(.custom("charset", "utf-8"))
                meta(.name("viewport"), .custom("content", "width=device-width, initial-scale=1"))
                meta(.name("color-scheme"), .custom("content", "light dark"))
                Raw(Self.style)
                if let colors = look.colors { Raw(Self.style(colors)) }
            }
            Markup.body {
                div(.class("letter")) {
                    p(.class("site")) {
                        if let logo = look.logo {
                            let size = logo.size(mostWidth: 224, mostHeight: 40)
                            img(
                                .class("logo"), .src(base + logo.address), .alt(.verbatim(logo.showsName ? "" : siteName)), .width(size.width),
                                .height(size.height))
                            if logo.showsName { br() }
                        }
                        if look.logo?.showsName ?? true { siteName }
                    }
                    h1 { subject }
                    for paragraph in paragraphs.first == subject ? paragraphs.dropFirst() : paragraphs[...] { p { paragraph } }
                    if let action {
                        p { a(.class("action"), .href(action.url)) { action.label } }
                        p(.class("small")) { action.url }
                    }
                    hr()
                    p(.class("small")) { a(.href(base)) { siteName } }
                    if let footer { p(.class("small")) { footer } }
                    if let stop { p(.class("small")) { a(.href(stop.url)) { stop.label } } }
                }
            }
        }
    }
}
