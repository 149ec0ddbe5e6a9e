import Core

/// Why a choice was not taken; the form shows it again with what was typed.
struct SettingsRefusal: ProblemConvertible {
    let problem: Problem

    /// Fields that are wrong, by name.
    init(_ fields: [String: Text]) {
        problem = Problem(
            .invalid, "settings.not-saved", "Nothing was saved.", remedy: "Correct what is marked and save again.", fields: fields)
    }
}
