import Core

extension Text {
    /// What a person is called; nil is somebody whose account is gone.
    public static func person(named name: String?) -> Text { name.map { .verbatim($0) } ?? "Someone without an account" }
}
