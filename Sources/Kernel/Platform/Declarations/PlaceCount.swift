public import Core
public import Database
import Web

/// How many things of a person are in a place of their app, for the number beside it.
public struct PlaceCount: Sendable {
    /// The app in whose frame the place is.
    let app: String
    /// The address of the place.
    let path: String
    /// What is read aloud of the number.
    let words: @Sendable (Int) -> Text
    let count: @Sendable (PersonID, any Connection) throws -> Int

    /// - Parameter count: asked for every page in the frame of the app, so it must be quick.
    public init(
        app: String, _ path: String, words: @escaping @Sendable (Int) -> Text, count: @escaping @Sendable (PersonID, any Connection) throws -> Int
    ) {
        self.app = app
        self.path = path
        self.words = words
        self.count = count
    }
}

extension ExtensionPoint where Value == PlaceCount {
    public static var placeCounts: Self { Self("place-counts") }
}
