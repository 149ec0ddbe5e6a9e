import Core
import Foundation
import Web

/// WordPress' own media (`wp/v2/media`): everybody may read what is public, whoever uploads proves themselves.
extension MemberPressService {
    func media(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        switch (call.method, call.rest.count) {
        case ("GET", 0): return try mediaPage(call)
        case ("GET", 1):
            guard let file = files.first(where: { $0.id == Int(call.rest[0]) }) else {
                throw MemberPressRefusal("rest_post_invalid_id", "Invalid post ID.", 404)
            }
            return MemberPressReply(item(file))
        case ("POST", 0):
            let file = try upload(call.request)
            return MemberPressReply(item(file), status: 201, headers: [("Location", "\(credentials.address)/wp-json/wp/v2/media/\(file.id)")])
        case ("DELETE", 1):
            guard isAdministrator(call.request) else { throw MemberPressRefusal("rest_cannot_delete", "Sorry, you are not allowed to delete.", 401) }
            guard let index = files.firstIndex(where: { $0.id == Int(call.rest[0]) }) else {
                throw MemberPressRefusal("rest_post_invalid_id", "Invalid post ID.", 404)
            }
            let file = files.remove(at: index)
            return MemberPressReply(.object(["deleted": .bool(true), "previous": item(file)]))
        default: throw .noRoute
        }
    }

    private func mediaPage(_ call: MemberPressCall) throws(MemberPressRefusal) -> MemberPressReply {
        let asked = call.query["per_page"].map { Int($0) ?? 0 } ?? 10
        guard (1...100).contains(asked) else { throw MemberPressRefusal("rest_invalid_param", "Invalid parameter(s): per_page", 400) }
        let number = call.query["page"].flatMap { Int($0) } ?? 1
        let search = call.query.chosen("search")?.lowercased()
        let found = files.filter { file in
            (search.map { file.title.lowercased().contains($0) } ?? true)
                && (call.query.chosen("media_type").map { file.type.hasPrefix($0 + "/") } ?? true)
        }.sorted { $0.createdAt > $1.createdAt }
        guard number == 1 || (number - 1) * asked < found.count else {
            throw MemberPressRefusal(
                "rest_post_invalid_page_number", "The page number requested is larger than the number of pages available.", 400)
        }
        let part = found.dropFirst((number - 1) * asked).prefix(asked)
        return MemberPressReply(.array(part.map(item)), headers: pageHeaders(call, count: found.count, size: asked, number: number))
    }

    private func upload(_ request: Request) throws(MemberPressRefusal) -> MemberPressRecord.File {
        guard isAdministrator(request) else {
            throw MemberPressRefusal("rest_cannot_create", "Sorry, you are not allowed to create posts as this user.", 401)
        }
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else { throw MemberPressRefusal("rest_upload_no_data", "No data supplied.", 400) }
        guard let disposition = request.headers["Content-Disposition"] else {
            throw MemberPressRefusal("rest_upload_no_content_disposition", "No Content-Disposition supplied.", 400)
        }
        guard let match = disposition.firstMatch(of: /filename="?([^";]+)"?/) else {
            throw MemberPressRefusal("rest_upload_invalid_disposition", "Invalid Content-Disposition supplied.", 400)
        }
        let name = String(match.output.1).lowercased().replacing(" ", with: "-")
        let type = request.headers["Content-Type"] ?? ""
        guard ["image/", "audio/", "video/", "application/pdf"].contains(where: type.hasPrefix) else {
            throw MemberPressRefusal("rest_upload_sideload_error", "Sorry, you are not allowed to upload this file type.", 500)
        }
        var file = MemberPressRecord.File(
            id: newID(), name: freeName(name), type: type, title: name.split(separator: ".").first.map(String.init) ?? name, bytes: bytes,
            createdAt: clock.now())
        if take(.file, for: "media", "POST")?.fault == .fileScaled { file.scaled = Array(bytes.prefix(max(1, bytes.count / 2))) }
        files.append(file)
        return file
    }

    /// A second file of a name gets a number.
    private func freeName(_ name: String) -> String {
        var free = name
        var number = 0
        while files.contains(where: { $0.name == free }) {
            number += 1
            let parts = name.split(separator: ".", maxSplits: 1)
            free = "\(parts[0])-\(number)" + (parts.count > 1 ? ".\(parts[1])" : "")
        }
        return free
    }

    private func item(_ file: MemberPressRecord.File) -> JSONValue {
        let address = "\(credentials.address)/wp-content/uploads/\(PercentEncoding.encode(file.scaled == nil ? file.name : file.scaledName))"
        let date = JSONValue.string(String(file.createdAt.rfc3339.prefix(19)))
        var details: [String: JSONValue] = ["file": .string(file.name), "filesize": .integer(Int64(file.bytes.count)), "sizes": .object([:])]
        if file.scaled != nil { details["original_image"] = .string(file.name) }
        if let width = file.width, let height = file.height {
            details["width"] = .integer(Int64(width))
            details["height"] = .integer(Int64(height))
        }
        return .object([
            "id": .integer(Int64(file.id)), "date": date, "date_gmt": date, "modified": date, "modified_gmt": date, "slug": .string(file.name),
            "status": .string("inherit"), "type": .string("attachment"), "link": .string("\(credentials.address)/?attachment_id=\(file.id)"),
            "title": .object(["rendered": .string(file.title)]), "author": .integer(1), "caption": .object(["rendered": .string("")]),
            "description": .object(["rendered": .string("")]), "alt_text": .string(file.altText), "post": .null,
            "media_type": .string(file.type.hasPrefix("image/") ? "image" : "file"), "mime_type": .string(file.type),
            "media_details": .object(details), "source_url": .string(address),
        ])
    }
}
