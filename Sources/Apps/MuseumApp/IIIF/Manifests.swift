import Core
import Foundation
import Localization
import Media
import Platform
import Web

/// What viewers are told about exhibits, rooms and the whole collection (IIIF Presentation API 3.0).
struct Manifests: Sendable {
    static let context = "http://iiif.io/api/presentation/3/context.json"
    /// Exhibits that a room, or the collection, lists.
    static let most = 1_000

    private enum Kind: String {
        case manifest = "Manifest"
        case collection = "Collection"
    }

    let address: WholeAddress
    let museum: String
    let language: Language
    let messages: Messages
    /// In which the originals are.
    let original: Language?
    /// What was written of rooms and exhibits in further languages, by their numbers.
    var rooms: [Int64: Translations] = [:]
    var exhibits: [Int64: Translations] = [:]

    /// One exhibit: a canvas with its picture.
    func manifest(of exhibit: Exhibit) -> JSONValue {
        var members = head(MuseumPaths.exhibitManifest(exhibit.id), .manifest, words(exhibit.title, "title", of: exhibit))
        let facts: [(Text, String, field: String)] = [
            ("Made by", exhibit.creator, "creator"), ("Date made", exhibit.made, "made"), ("Material", exhibit.medium, "medium"),
            ("Size", exhibit.size, "size"),
        ]
        let known = facts.filter { !$0.1.isEmpty }.map { pair(words($0.0), words($0.1, $0.field, of: exhibit)) }
        if !known.isEmpty { members["metadata"] = .array(known) }
        if let text = exhibit.paragraphs.first { members["summary"] = words(text, "text", of: exhibit) }
        if !exhibit.credit.isEmpty { members["requiredStatement"] = pair(words("Credit"), words(exhibit.credit, "credit", of: exhibit)) }
        members["homepage"] = page(MuseumPaths.exhibit(exhibit.id), words(exhibit.title, "title", of: exhibit))
        members["partOf"] = .array([
            .object([
                "id": .string(address.of(exhibit.room.map { MuseumPaths.roomManifest($0) } ?? MuseumPaths.collectionManifest())),
                "type": .string((exhibit.room == nil ? Kind.collection : .manifest).rawValue),
            ])
        ])
        members["items"] = .array([canvas(of: exhibit)])
        if let thumbnail = thumbnail(of: exhibit) { members["thumbnail"] = thumbnail }
        return .object(members)
    }

    /// A room: a canvas for each of its pictures, in the order in which they hang.
    func manifest(of room: Room, _ exhibits: [Exhibit]) -> JSONValue {
        var members = head(MuseumPaths.roomManifest(room.id), .manifest, words(room.name, "name", of: room))
        if !room.text.isEmpty { members["summary"] = words(room.text, "text", of: room) }
        members["behavior"] = .array([.string("individuals")])
        members["homepage"] = page(link(MuseumPaths.gallery(), query: ["room": room.id.description]), words(room.name, "name", of: room))
        members["partOf"] = .array([.object(["id": .string(address.of(MuseumPaths.collectionManifest())), "type": .string("Collection")])])
        members["items"] = .array(exhibits.map { canvas(of: $0) })
        if let thumbnail = exhibits.first.flatMap({ thumbnail(of: $0) }) { members["thumbnail"] = thumbnail }
        return .object(members)
    }

    /// Every room, and what hangs in none.
    func collection(_ rooms: [Room], _ exhibits: [Exhibit]) -> JSONValue {
        var members = head(MuseumPaths.collectionManifest(), .collection, plain(museum))
        members["homepage"] = page(MuseumPaths.gallery(), plain(museum))
        let inRooms = rooms.map { item(MuseumPaths.roomManifest($0.id), words($0.name, "name", of: $0)) }
        members["items"] = .array(
            inRooms + exhibits.map { item(MuseumPaths.exhibitManifest($0.id), words($0.title, "title", of: $0), thumbnail(of: $0)) })
        return .object(members)
    }

    private func head(_ path: String, _ kind: Kind, _ label: JSONValue) -> [String: JSONValue] {
        [
            "@context": .string(Self.context), "id": .string(address.of(path)), "type": .string(kind.rawValue), "label": label,
            "provider": .array([
                .object([
                    "id": .string(address.of(MuseumPaths.home())), "type": .string("Agent"), "label": plain(museum),
                    "homepage": page(MuseumPaths.home(), plain(museum)),
                ])
            ]),
        ]
    }

    private func item(_ path: String, _ label: JSONValue, _ thumbnail: JSONValue? = nil) -> JSONValue {
        var members: [String: JSONValue] = ["id": .string(address.of(path)), "type": .string("Manifest"), "label": label]
        if let thumbnail { members["thumbnail"] = thumbnail }
        return .object(members)
    }

    private func canvas(of exhibit: Exhibit) -> JSONValue {
        guard let picture = exhibit.detailed else { return .null }
        let size: [String: JSONValue] = ["width": .integer(Int64(picture.size.width)), "height": .integer(Int64(picture.size.height))]
        let id = address.of(MuseumPaths.exhibitManifest(exhibit.id)) + "/canvas"
        let base = MuseumPaths.image(exhibit.id)
        let body: [String: JSONValue] = [
            "id": .string(address.of(base) + "/full/max/0/default.jpg"), "type": .string("Image"), "format": .string(StoredPicture.mediaType),
            "service": .array([
                .object(["id": .string(address.of(base)), "type": .string("ImageService3"), "profile": .string("level1")])
            ]),
        ]
        let annotation: [String: JSONValue] = [
            "id": .string(id + "/painting"), "type": .string("Annotation"), "motivation": .string("painting"), "target": .string(id),
            "body": .object(body.merging(largest(of: picture)) { first, _ in first }),
        ]
        var members: [String: JSONValue] = [
            "id": .string(id), "type": .string("Canvas"), "label": words(exhibit.title, "title", of: exhibit),
            "items": .array([.object(["id": .string(id + "/page"), "type": .string("AnnotationPage"), "items": .array([.object(annotation)])])]),
        ]
        if let thumbnail = thumbnail(of: exhibit) { members["thumbnail"] = thumbnail }
        return .object(members.merging(size) { first, _ in first })
    }

    /// What `max` answers.
    private func largest(of picture: DetailedPicture) -> [String: JSONValue] {
        let share = min(1, Double(ImageRequest.most) / Double(max(picture.size.width, picture.size.height)))
        func pixels(_ whole: Int) -> JSONValue { .integer(Int64(max(1, (Double(whole) * share).rounded()))) }
        return ["width": pixels(picture.size.width), "height": pixels(picture.size.height)]
    }

    private func thumbnail(of exhibit: Exhibit) -> JSONValue? {
        guard let picture = exhibit.picture else { return nil }
        return .array([
            .object([
                "id": .string(address.of(picture.address(.thumbnail, of: exhibit.id))), "type": .string("Image"),
                "format": .string(StoredPicture.mediaType),
            ])
        ])
    }

    private func page(_ path: String, _ label: JSONValue) -> JSONValue {
        .array([.object(["id": .string(address.of(path)), "type": .string("Text"), "label": label, "format": .string("text/html")])])
    }

    private func pair(_ label: JSONValue, _ value: JSONValue) -> JSONValue { .object(["label": label, "value": value]) }

    /// What somebody wrote, in whichever language.
    private func plain(_ words: String) -> JSONValue { .object(["none": .array([.string(words)])]) }

    /// The same with what was written in further languages; of a history its first paragraph, as of the original.
    private func words<Thing: Translated>(_ original: String, _ field: String, of thing: Thing) -> JSONValue {
        let all = (Thing.kind == .room ? rooms : exhibits)[thing.number] ?? [:]
        // Viewers that find no language of theirs take another, and some of them don’t know the key for none.
        let key = all.isEmpty ? "none" : self.original?.rawValue ?? "none"
        var map: [String: JSONValue] = [key: .array([.string(original)])]
        for (language, words) in all {
            guard let text = words[field], let shown = Thing.kind == .exhibit ? text.paragraphs.first : text else { continue }
            map[language.rawValue] = .array([.string(shown)])
        }
        return .object(map)
    }

    private func words(_ text: Text) -> JSONValue {
        .object([language.rawValue: .array([.string(messages.render(text, in: language, timeZone: .gmt))])])
    }
}
