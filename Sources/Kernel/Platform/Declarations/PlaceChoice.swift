public import Core
public import Database

/// Which places of an app somebody sees, where that differs from person to person: some are hidden, some count what is new. Where an app
/// hands in none, everybody has those of its manifest.
public protocol PlaceChoice: Sendable {
    /// The places for somebody who is just opening a page in the frame of the app; what that page shows counts as seen. Asked for every such
    /// page, so it must be quick.
    func navigation(
        _ usual: AppManifest.Navigation, of person: PersonID, opening path: String, in db: any Connection
    ) throws -> AppManifest.Navigation
}

extension ExtensionPoint where Value == any PlaceChoice {
    /// The app that hands one in names it by its own id.
    public static var placeChoices: Self { Self("place-choices") }
}
