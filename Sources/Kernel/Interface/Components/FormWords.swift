import Core
import Markup

/// The sentences with which a script checks forms before they are sent (`form-check.js`), the same that the server refuses them with.
struct FormWords: HTML {
    var body: some HTML {
        Node.element(
            "template",
            [
                .id("form-words"), .data("missing", text: "Fill in this field."), .data("wrong", text: "Check what you have written here."),
                .data("unticked", text: "Tick this box to continue."),
                .data("number", text: "This must be a number."), .data("long", text: "Write at most \("%1") characters."),
                .data("between", text: "This must be between \("%1") and \("%2")."), .data("least", text: "This must be at least \("%1")."),
                .data("most", text: "This must be at most \("%1")."),
            ],
            content: Fragment {
                Node.fieldError("", of: "form-words")
                ProblemAlert(Self.several)
            }.node)
    }

    private static let several = Problem(
        .invalid, "request.wrong-values", "Some fields need correcting.", remedy: "Check the marked fields and try again.")
}
