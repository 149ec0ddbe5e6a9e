public import Core
public import Database
public import Interface

/// The colours that a category may have, kept under their raw values; each is a pair of design tokens on which words keep their contrast in
/// both themes.
public enum CategoryColour: String, Sendable, CaseIterable {
    case ocean, forest, plum, clay, berry, teal, wine, slate

    /// The label in an editor.
    public var name: Text {
        switch self {
        case .ocean: "Ocean blue"
        case .forest: "Forest green"
        case .plum: "Plum"
        case .clay: "Clay"
        case .berry: "Berry red"
        case .teal: "Teal"
        case .wine: "Wine red"
        case .slate: "Slate grey"
        }
    }

    /// The design token.
    public var hue: Hue {
        switch self {
        case .ocean: .ocean
        case .forest: .forest
        case .plum: .plum
        case .clay: .clay
        case .berry: .berry
        case .teal: .teal
        case .wine: .wine
        case .slate: .slate
        }
    }
}

extension CategoryColour: SQLConvertible {}
