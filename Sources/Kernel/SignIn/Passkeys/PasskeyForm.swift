import Core
import Interface
import Markup

/// A form whose button starts a ceremony with the device's passkeys. It shows itself where the browser knows them.
struct PasskeyForm: HTML {
    /// The script that speaks with the browser; a page with such a form names it among its scripts.
    static let script = "sign-in/js/passkey.js"

    private let action: String
    private let label: Text
    private let offer: PasskeyOffer
    private let isNew: Bool
    private let style: ButtonStyle
    private let fields: Node

    init(
        _ action: String, label: Text, offer: PasskeyOffer, isNew: Bool = false, style: ButtonStyle = .secondary,
        @HTMLBuilder fields: () -> Node = { .nothing }
    ) {
        self.action = action
        self.label = label
        self.offer = offer
        self.isNew = isNew
        self.style = style
        self.fields = fields()
    }

    var body: some HTML {
        Form(
            action, .data("passkey", isNew ? "create" : "get"), .data("options", offer.options),
            .data("failed", text: "That didn’t work. Try again, or choose another way."),
            .data("unsupported", text: "This browser doesn’t support passkeys.")
        ) {
            fields
            input(.type("hidden"), .name("ticket"), .value(offer.ticket))
            input(.type("hidden"), .name("credential"), .value(""))
            p(.role("alert"), .class("field-error"), .flag("hidden")) {}
            p(.role("status"), .class("muted"), .flag("hidden")) { "Your device asks for your passkey…" }
            Actions {
                Button(label, icon: .key, style: style)
                Button("Cancel", style: .quiet, .type("button"), .flag("hidden"))
            }
            noscript { p(.class("muted")) { "Passkeys need JavaScript." } }
        }
    }
}
