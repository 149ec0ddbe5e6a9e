import Core
import Markup

/// Which part of an uploaded picture is kept where its place has another shape; the field is called `crop`.
public struct CropField: HTML {
    /// The choices.
    public let body: Node

    /// The part that stands out is chosen, or else what was chosen before.
    public init(selected: String = "attention") {
        body =
            RadioGroup(
                "Part to keep", name: "crop",
                choices: [
                    Choice("attention", "Main subject"), Choice("centre", "Middle"), Choice("low", "Top or left side"),
                    Choice("high", "Bottom or right side"),
                ], selected: selected
            ).node
    }
}
