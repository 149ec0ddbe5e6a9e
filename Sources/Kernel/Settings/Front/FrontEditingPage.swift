import Core
import Documents
import Interface
import Localization
import Markup
import Platform
import Web

/// What the front page welcomes with, as it looks now, and the form that changes it.
struct FrontEditingPage: PageAnswer {
    let siteName: String
    var welcome: WelcomeFields
    let picture: FrontPicture?
    /// Whether the site has a front page: one with a single app begins with that app.
    let isShown: Bool
    /// Descriptions that were refused, as they were typed: of the present picture and of a new one.
    var alt: String?
    var newAlt = ""
    var crop = ThumbnailMaker.Crop.attention
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
        Form(SettingsPaths.front(), hasFiles: true, .class("settings-form")) {
            if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
            Card("Welcome") {
                for (index, text) in welcome.texts.enumerated() { field(welcome.name(of: index), text, isFirst: index == 0) }
            }
            Card("Picture") {
                if let picture { present(picture) }
                upload
            }
            Actions { Button("Save", icon: .check) }
        }
        if picture != nil {
            Form(SettingsPaths.removeFrontPicture(), .id(Self.removal)) {
                if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
            }
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
        TextField(
            "Description", name: "alt", value: alt ?? picture.alt, hint: Self.about, error: problem?.fields["alt"], isRequired: true,
            .maxlength(FrontPicture.longestDescription))
        Button("Remove picture", icon: .trash, style: .secondary, .custom("form", Self.removal))
    }

    @HTMLBuilder private var upload: Node {
        if picture != nil {
            Disclosure("Replace picture", isOpen: problem.map { $0.fields["picture"] != nil || $0.fields["newAlt"] != nil } ?? false) { fields }
        } else {
            fields
        }
    }

    @HTMLBuilder private var fields: Node {
        FileField(
            "Picture", name: "picture", accept: "image/jpeg,image/png,image/webp", maxBytes: FrontPicture.mostBytes,
            hint:
                "JPEG, PNG or WebP, at least \(FrontPicture.least.width) pixels wide and \(FrontPicture.least.height) high. It’s cropped wide on computers and taller on phones.",
            error: problem?.fields["picture"], isRequired: false)
        TextField(
            "Description", name: "newAlt", value: newAlt, hint: Self.about, error: problem?.fields["newAlt"], isConditional: true,
            .maxlength(FrontPicture.longestDescription))
        CropField(selected: crop.rawValue)
    }

    /// The id of the form behind “Remove picture”, which stands apart from the one that saves.
    private static let removal = "remove-picture"
    private static let about: Text = "What the picture shows, for people who can’t see it."
}
