import Core
import Interface
import Markup
import Platform
import Web

/// The page on which a community gives its site its own logo and colour.
struct LookPage: PageAnswer {
    let siteName: String
    let look: SiteLook
    /// What was refused, as it was typed.
    var typedColor: String?
    var typedShowsName: Bool?
    var problem: Problem?
    /// Whether the reader came from the list of first steps.
    let comesFromSetup: Bool

    init(siteName: String, look: SiteLook, comesFromSetup: Bool) {
        self.siteName = siteName
        self.look = look
        self.comesFromSetup = comesFromSetup
    }

    /// Names of fields.
    static let color = "color"
    static let logo = "logo"

    var title: Text { "Logo and colour" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }
    var activePath: String? { SettingsPaths.look() }

    var body: some HTML {
        PageHeader(title, lead: "How people recognise your site, in every app.", crumbs: SetupReturn.crumbs(comesFromSetup))
        ProblemAlert(problem)
        Form(SettingsPaths.look(), hasFiles: true, .class("settings-form")) {
            origin
            Card("Logo") {
                if let logo = look.logo { present(logo) }
                upload
                Checkbox("Show the site’s name beside the logo", name: "showsName", isChecked: typedShowsName ?? look.logo?.showsName ?? true)
            }
            Card("Colour") {
                ColorField(
                    "Colour of the site", name: Self.color, value: typedColor ?? look.color ?? "", initial: SiteColors.usual,
                    hint: "For buttons, links and the header.", error: problem?.fields[Self.color])
                p(.class("muted color-note")) {
                    "Each app also has a colour of its own." as Text
                    " "
                    a(.href(link(SettingsPaths.site(), query: ["only": SettingsPage.apps]))) { "Apps, names and colours" }
                }
                if let colors { sample(colors) }
                if look.color != nil { Button("Use the default colour", icon: .undo, style: .secondary, .custom("form", Self.reset)) }
            }
            Actions { Button("Save", icon: .check) }
        }
        if look.logo != nil { Form(SettingsPaths.removeLogo(), .id(Self.removal)) { origin } }
        if look.color != nil { Form(SettingsPaths.resetColor(), .id(Self.reset)) { origin } }
        SetupReturn.footer(comesFromSetup)
    }

    @HTMLBuilder private var origin: Node {
        if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
    }

    private var colors: SiteColors? { look.color.flatMap { RGBColor(hex: $0) }.map { SiteColors($0) } }

    @HTMLBuilder private func present(_ logo: SiteLook.Logo) -> Node {
        div(.class("look-logos")) {
            img(.class("look-logo"), .src(logo.address(.logo)), .alt("Your logo"), .width(logo.width), .height(logo.height))
            img(.class("look-icon"), .src(logo.address(.icon192)), .alt("Your icon on a home screen"), .width(64), .height(64))
        }
        Button("Remove logo", icon: .trash, style: .secondary, .custom("form", Self.removal))
    }

    @HTMLBuilder private var upload: Node {
        let error = problem?.fields[Self.logo]
        if look.logo == nil {
            field(error)
        } else {
            Disclosure("Replace logo", isOpen: error != nil) { field(error) }
        }
    }

    private func field(_ error: Text?) -> some HTML {
        FileField(
            "Picture", name: Self.logo, accept: LogoStore.accept, maxBytes: LogoStore.mostBytes,
            hint: "PNG, JPEG, WebP or SVG, at least \(LogoStore.least) pixels wide or high. It’s shown on white.", error: error, isRequired: false)
    }

    /// A header, a link and a button in both themes, whichever the page has.
    @HTMLBuilder private func sample(_ colors: SiteColors) -> Node {
        div(.class("look-samples"), .aria("hidden", true)) {
            for theme in ["light", "dark"] {
                div(.class("look-sample look-\(theme)")) {
                    p(.class("look-sample-header")) { siteName }
                    p(.class("look-sample-words")) {
                        span(.class("look-sample-link")) { "Link" }
                        span(.class("look-sample-button")) { "Button" }
                    }
                }
            }
        }
        if let adjustment = Self.adjustment(colors) { p(.class("field-hint")) { adjustment } }
    }

    /// What was changed of a colour so that words can be read.
    static func adjustment(_ colors: SiteColors) -> Text? {
        let (light, dark) = (colors.action, colors.darkAction)
        return switch (light == colors.chosen, dark == colors.chosen) {
        case (true, true): nil
        case (false, true): "To keep links and buttons readable, your colour is darkened to \(light.hex) in the light theme."
        case (true, false): "To keep links and buttons readable, your colour is lightened to \(dark.hex) in the dark theme."
        case (false, false):
            "To keep links and buttons readable, your colour is darkened to \(light.hex) in the light theme and lightened to \(dark.hex) in the dark theme."
        }
    }

    /// What holds now, in a few words.
    static func summary(of look: SiteLook) -> Text {
        switch (look.logo != nil, look.color) {
        case (true, let color?): "Your logo · \(color)"
        case (true, nil): "Your logo · default colour"
        case (false, let color?): "No logo yet · \(color)"
        case (false, nil): "No logo yet · default colour"
        }
    }

    /// The ids of the forms behind the buttons that take back.
    private static let removal = "remove-logo"
    private static let reset = "reset-colour"
}
