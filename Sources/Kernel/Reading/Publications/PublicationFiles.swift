public import Core
public import Database

extension Publications {
    /// The stored files that a publication's pictures and sounds are, by their digests.
    public func files(of id: PublicationID, in db: any Connection) throws -> [String] {
        try db.all("SELECT DISTINCT media_digest FROM reading_resource WHERE publication_id = \(id) ORDER BY media_digest")
    }

    /// Whether any publication still shows a stored file. Equal pictures of different books are kept once.
    public func needsFile(_ digest: String, in db: any Connection) throws -> Bool {
        try db.one("SELECT count(*) FROM (SELECT 1 FROM reading_resource WHERE media_digest = \(digest) LIMIT 1) AS uses" as Query<Int>) > 0
    }
}
