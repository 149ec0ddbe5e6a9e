import Testing

/// Names the requirement rows that a test proves: `@Test(.covers("LIB-014"))`.
public struct Covers: TestTrait, SuiteTrait {
    /// Ids of rows in `Docs/requirements.md`.
    public let rows: [String]
    /// Shown by the test tool.
    public var comments: [Comment] { [Comment(rawValue: "proves \(rows.joined(separator: ", "))")] }
}

extension Trait where Self == Covers {
    /// The rows of the requirements catalogue that the test proves.
    public static func covers(_ rows: String...) -> Self { Covers(rows: rows) }
}
