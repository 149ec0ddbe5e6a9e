import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// What the front page welcomes with, as it looks now, and the forms that change it.
struct FrontEditingPage: PageAnswer {
    let siteName: String
    var welcome: WelcomeFields
    let picture: FrontPicture?
    /// Whether the site has a front page: one with a single app begins with that app.
    let isShown: Bool
    /// Descriptions that were refused, as they were typed: of the present picture and of a new one.
    var alt: String?
    var newAlt = ""
    var problem: Problem?
    /// Whether the reader came from the list of first steps.
    var comesFromSetup = false

    var title: Text { "Edit front page" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(title, lead: "The first thing visitors see: your picture and welcome text.", crumbs: SetupReturn.crumbs(comesFromSetup)) {
            if isShown { LinkButton("View front page", href: "/", icon: .eye, style: .secondary) }
        }
        ProblemAlert(problem)
        if !isShown { Alert(.info) { p { "This site has one app and starts with it. The front page appears when a second app is on." } } }
        Card("Welcome") {
            Form(SettingsPaths.front()) {
                origin
                for (index, text) in welcome.texts.enumerated() { field(welcome.name(of: index), text, isFirst: index == 0) }
                Actions { Button("Save", icon: .check) }
            }
        }
        Card("Picture") {
            if let picture { present(picture) }
            upload
        }
        SetupReturn.footer(comesFromSetup)
    }

    private func field(_ name: String, _ text: (language: Language, words: String), isFirst: Bool) -> some HTML {
        TextArea(
            welcome.texts.count == 1 ? "Welcome text" : "Welcome text (\(text.language.nativeName))", name: name, value: text.words, lines: 4,
            hint: isFirst ? FrontSettings.welcome.hint : "If you leave it empty, the text above is shown.", error: problem?.fields[name],
            .maxlength(FrontSettings.welcome.limits), .lang(text.language))
    }

    @HTMLBuilder private func present(_ picture: FrontPicture) -> Node {
        p {
            img(
                .class("front-preview"), .src(picture.address(.smallWide)), .width(FrontPicture.Cut.smallWide.size.width),
                .height(FrontPicture.Cut.smallWide.size.height), .alt(.verbatim(picture.alt)))
        }
        Form(SettingsPaths.describeFrontPicture()) {
            origin
            TextField(
                "Description", name: "alt", value: alt ?? picture.alt, hint: Self.about, error: problem?.fields["alt"], isRequired: true,
                .maxlength(FrontPicture.longestDescription))
            Actions {
                Button("Save", icon: .check)
                Button(
                    "Remove picture", icon: .trash, style: .secondary, .custom("formaction", SettingsPaths.removeFrontPicture()),
                    .flag("formnovalidate"))
            }
        }
    }

    @HTMLBuilder private var upload: Node {
        if picture != nil {
            Disclosure("Replace picture", isOpen: problem != nil && alt == nil) { form }
        } else {
            form
        }
    }

    private var form: some HTML {
        Form(SettingsPaths.frontPicture(), hasFiles: true) {
            origin
            FileField(
                "Picture", name: "picture", accept: "image/jpeg,image/png,image/webp", maxBytes: FrontPicture.mostBytes,
                hint:
                    "JPEG, PNG or WebP, at least \(FrontPicture.least.width) pixels wide and \(FrontPicture.least.height) high. It’s cropped wide on computers and taller on phones.",
                error: problem?.fields["picture"])
            TextField(
                "Description", name: "newAlt", value: newAlt, hint: Self.about, error: problem?.fields["newAlt"], isRequired: true,
                .maxlength(FrontPicture.longestDescription))
            CropField()
            Actions { Button("Use this picture", icon: .check) }
        }
    }

    @HTMLBuilder private var origin: Node {
        if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
    }

    private static let about: Text = "What the picture shows, for people who can’t see it."
}
