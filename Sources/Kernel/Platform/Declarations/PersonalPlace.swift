public import Core
public import Database
public import Interface

/// A place of a person's own with a count of what is new there. It stands among the places of every app, in the bar of phones and in the rail,
/// on a site with an app that says that it uses it; see ``AppManifest/Navigation/uses``.
public protocol PersonalPlace: Sendable {
    /// The place.
    var item: NavigationItem { get }
    /// Events of this topic mean that the count may have changed.
    var topic: String { get }
    /// Where scripts ask for the count: JSON with the member `unread`.
    var countPath: String { get }
    /// How much is new for somebody who is just opening a page; what that page shows counts as read. Asked for every page, so it must be quick.
    func unread(of person: PersonID, opening path: String, in db: any Connection) throws -> Int
}

extension ExtensionPoint where Value == any PersonalPlace {
    /// Places of a person's own; the kernel part that hands one in names it by its own id.
    public static var personalPlaces: Self { Self("personal-places") }
}
