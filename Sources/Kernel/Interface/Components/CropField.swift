import Core
import Markup

/// Which part of an uploaded picture is kept where its place has another shape; the field is called `crop`.
public struct CropField: HTML {
    /// The choices.
    public let body: Node

    /// The part that stands out is chosen.
    public init() {
        body =
            RadioGroup(
                "Crop to", name: "crop",
                choices: [
                    Choice("attention", "The main subject"), Choice("centre", "The middle"), Choice("low", "The top or left"),
                    Choice("high", "The bottom or right"),
                ], selected: "attention"
            ).node
    }
}
