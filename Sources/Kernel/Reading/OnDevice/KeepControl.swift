public import Core
public import Interface
public import Markup
import Web

/// Keeps a text with its pictures on the device, to be read without a connection, and takes it off again. It needs a script, and is not there
/// without one. Recordings aren't kept: offer it for texts only.
public struct KeepControl: HTML {
    /// Where it stands.
    public enum Place: Sendable {
        /// In a list of actions that opens from a button.
        case menu
        /// Beside other buttons of a page.
        case page
        /// In a panel of the reader.
        case reader

        fileprivate var look: Attribute {
            switch self {
            case .menu: .class("menu-item")
            case .page: .class("button button-secondary")
            case .reader: .class("reader-action")
            }
        }
    }

    private let publication: PublicationID
    private let cover: Cover
    private let place: Place

    /// For one publication; `cover` stands beside its title in the list of what is kept.
    public init(_ publication: PublicationID, cover: Cover, place: Place) {
        self.publication = publication
        self.cover = cover
        self.place = place
    }

    /// The button and its words.
    public var body: some HTML {
        div(
            .class("keep"), .data("keep", publication.description), .flag("hidden"), .data("keep-text", text: "Keep on this device"),
            .data("remove-text", text: "Remove from this device"), .data("keeping-text", text: "\("%1") of \("%2") kept"),
            .data("kept-text", text: "You can now read this without a connection."), .data("removed-text", text: "Removed from this device."),
            .data("full-text", text: "Your device is full, so this wasn’t kept. Make room and try again."),
            .data("limit-text", text: "What you keep may take up to 200 MB in all. Remove something first."),
            .data("lost-text", text: "The connection was lost, so this wasn’t kept. Try again.")
        ) {
            button(place.look, .type("button"), .data("keep-button")) {
                span(.class("keep-sign")) { Icon.download }
                span(.class("keep-sign-kept")) { Icon.trash }
                span(.data("keep-words")) { "Keep on this device" }
            }
            a(place.look, .href(ReadingPaths.onDevice()), .data("keep-list"), .flag("hidden")) {
                Icon.books
                span { "On this device" }
            }
            template(.data("keep-cover")) { cover }
        }
    }
}
