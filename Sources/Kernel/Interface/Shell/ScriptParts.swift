import Markup

/// The signs of toasts that a script shows without asking the server.
struct ScriptParts: HTML {
    var body: some HTML {
        template(.id("script-parts")) { for sign in Toast.Sign.allCases { span(.data("sign", sign.rawValue)) { sign.icon } } }
    }
}
