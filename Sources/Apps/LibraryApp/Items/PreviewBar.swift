import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Web

/// Says in the reader that only staff see an item, and publishes it from there.
struct PreviewBar: HTML {
    let item: ItemID
    let status: ItemStatus
    let mayPublish: Bool

    init?(_ publication: Publication, for identity: Identity, in db: any Connection) throws {
        item = ItemID(publication.card.ownerID)
        guard let found = try db.all(.items([item], db.dialect)).first else { return nil }
        status = found.status
        mayPublish = identity.may(.libraryPublish) && status.successors.contains(.published)
    }

    var body: some HTML {
        StatusBadge(status: status)
        p { "Preview: only staff see this" }
        if mayPublish {
            Form(LibraryPaths.adminItemStatus(item)) {
                input(.type("hidden"), .name("status"), .value(ItemStatus.published.rawValue))
                Button("Publish")
            }
        }
    }
}
