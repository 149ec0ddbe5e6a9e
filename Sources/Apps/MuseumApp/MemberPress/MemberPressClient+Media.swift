import Crypto
import Outbound
import Web

/// Files of the museum's WordPress. It says no hash of them, so a file that is sent is fetched again and compared (MUS-053, CORE-031).
extension MemberPressClient {
    /// Pictures in the media library, the oldest first.
    func pictures() async throws(MemberPressFailure) -> [WordPressFile] {
        var files: [WordPressFile] = []
        var seen: Set<Int64> = []
        // WordPress gives no more than a hundred at once, and refuses pages that are not there.
        for page in 1...100 {
            let query: KeyValuePairs<String, String?> = [
                "media_type": "image", "order": "asc", "orderby": "id", "per_page": "100", "page": String(page),
            ]
            let answer = try await call("GET", link("wp/v2/media", query: query))
            guard let items = answer.value.list else { throw .malformed("media are no list") }
            for item in items {
                let file = try WordPressFile(item)
                if seen.insert(file.id).inserted { files.append(file) }
            }
            if items.isEmpty || page >= answer.pages ?? 1 { break }
        }
        return files
    }

    func file(_ id: Int64) async throws(MemberPressFailure) -> WordPressFile {
        try WordPressFile(try await call("GET", "wp/v2/media/\(id)").value)
    }

    /// The file that was uploaded under a name that is nobody else's, if it is there.
    func file(named name: String) async throws(MemberPressFailure) -> WordPressFile? {
        let query: KeyValuePairs<String, String?> = ["search": name, "per_page": "20"]
        guard let items = try await call("GET", link("wp/v2/media", query: query)).value.list else { throw .malformed("media are no list") }
        for item in items {
            let file = try WordPressFile(item)
            if file.address.contains(name) { return file }
        }
        return nil
    }

    /// Deletes a file for good; one that is gone is gone.
    func deleteFile(_ id: Int64) async throws(MemberPressFailure) {
        do {
            _ = try await callAsUploader(
                OutboundRequest("DELETE", "\(address)/wp-json/wp/v2/media/\(id)?force=true", headers: [("Accept", "application/json")]))
        } catch {
            guard error == .notFound else { throw error }
        }
    }

    /// The bytes of a file. Where their SHA-256 is known already, other bytes are refused; so is a length that WordPress itself denies.
    func bytes(of file: WordPressFile, expecting hash: [UInt8]? = nil) async throws(MemberPressFailure) -> [UInt8] {
        let bytes = try await download(file.address)
        if let hash {
            guard sha256(bytes) == hash else { throw .hashMismatch }
        } else if let size = file.size {
            guard bytes.count == size else { throw .hashMismatch }
        }
        return bytes
    }

    /// Puts a file into the media library and compares what WordPress then gives out with what was sent.
    /// - Parameter name: in ASCII; WordPress makes it unique itself.
    func upload(_ bytes: [UInt8], named name: String, type: String) async throws(MemberPressFailure) -> WordPressFile {
        let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
        let request = OutboundRequest(
            "POST", "\(address)/wp-json/wp/v2/media",
            headers: [("Content-Type", type), ("Content-Disposition", "attachment; filename=\"\(safe)\""), ("Accept", "application/json")],
            body: bytes)
        let file = try WordPressFile(try await callAsUploader(request).value)
        _ = try await self.bytes(of: file, expecting: sha256(bytes))
        return file
    }
}
