import Core
import Database
import Platform
import Web

/// A library in which there is nothing to read yet, for whoever can change that.
struct LibraryAlerts: AdminAlertSource {
    var permission: Permission { .libraryUpload }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard try db.first("SELECT id FROM library_item WHERE status = 'published' LIMIT 1" as Query<Int64>) == nil else { return [] }
        return [
            AdminAlert(
                "The library has nothing to read yet", detail: "Upload content, check it and publish it.", path: LibraryPaths.adminUploads())
        ]
    }
}
