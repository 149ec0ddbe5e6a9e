import Core

/// What an author warns of, so that readers can keep away from it. The list is fixed: a warning that everybody words differently can't be
/// filtered.
enum ContentWarning: String, Sendable, CaseIterable, Codable {
    case violence, death, sexual, language, selfHarm = "self-harm"

    var name: Text {
        switch self {
        case .violence: "Violence"
        case .death: "Death"
        case .sexual: "Sexual content"
        case .language: "Strong language"
        case .selfHarm: "Self-harm"
        }
    }

    /// Those that are set, in the order of the list.
    static func inOrder(_ warnings: Set<ContentWarning>) -> [ContentWarning] { allCases.filter(warnings.contains) }

    /// As a column holds them: between spaces, so that one of them can be looked for.
    static func stored(_ warnings: Set<ContentWarning>) -> String {
        warnings.isEmpty ? "" : " \(inOrder(warnings).map(\.rawValue).joined(separator: " ")) "
    }

    static func read(_ stored: String) -> Set<ContentWarning> { Set(stored.split(separator: " ").compactMap { Self(rawValue: String($0)) }) }
}
