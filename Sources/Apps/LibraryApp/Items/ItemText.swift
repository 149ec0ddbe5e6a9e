import Core
import Web

/// A value that writes itself as JSON: going through `Encodable` takes longer than the query of an item.
protocol JSONTextValue {
    func write(to json: inout JSONText)
}

extension String: JSONTextValue { func write(to json: inout JSONText) { json.string(self) } }
extension Int: JSONTextValue { func write(to json: inout JSONText) { json.integer(self) } }
extension ID: JSONTextValue { func write(to json: inout JSONText) { json.integer(number) } }

extension Array: JSONTextValue where Element: JSONTextValue {
    func write(to json: inout JSONText) {
        json.beginArray()
        for element in self { element.write(to: &json) }
        json.endArray()
    }
}

extension JSONTextValue {
    /// As a member of the object that is open.
    func write(to json: inout JSONText, _ name: String) {
        json.key(name)
        write(to: &json)
    }
}

extension JSONText {
    fileprivate static let headers: Headers = ["Content-Type": "application/json", "Cache-Control": "private, no-cache"]
}

extension ItemAnswer {
    private static let members = fields.map { (name: $0.name, write: $0.member.write) }

    /// The same text that `encode(to:)` leads to.
    func response(for request: Request) async throws -> Response { try await KeptAnswer(self).response(for: request) }

    fileprivate var text: JSONText {
        var json = JSONText(capacity: 2048)
        json.beginObject()
        for member in Self.members { member.write(metadata, &json, member.name) }
        facts.write(to: &json)
        json.endObject()
        return json
    }
}

/// An answer as it is kept: the bytes and their tag.
struct KeptAnswer<Content: DescribedAnswer>: DescribedAnswer {
    static var outcome: AnswerOutcome { Content.outcome }

    private let response: Response

    fileprivate init(_ text: JSONText) { response = Response(.ok, headers: JSONText.headers, body: .bytes(text.bytes)).tagged() }

    func response(for request: Request) async throws -> Response { response.unlessKnown(to: request) }
}

extension KeptAnswer<ItemAnswer> {
    init(_ answer: ItemAnswer) { self.init(answer.text) }
}

extension KeptAnswer<ItemList> {
    init(_ list: ItemList) { self.init(list.text) }
}

extension ItemAnswer.Facts {
    fileprivate func write(to json: inout JSONText) {
        id.write(to: &json, "id")
        uuid.write(to: &json, "uuid")
        status.write(to: &json, "status")
        categories.write(to: &json, "categories")
        json.key("isStaffPick")
        json.bool(isStaffPick)
        readCount.write(to: &json, "readCount")
        words.write(to: &json, "words")
        publication?.write(to: &json, "publication")
        file?.write(to: &json, "file")
        cover?.write(to: &json, "cover")
        page.write(to: &json, "page")
        publishedAt?.write(to: &json, "publishedAt")
        changedAt.write(to: &json, "changedAt")
    }
}

extension ItemAnswer.FileAnswer: JSONTextValue {
    func write(to json: inout JSONText) {
        json.beginObject()
        url.write(to: &json, "url")
        name.write(to: &json, "name")
        type.write(to: &json, "type")
        size.write(to: &json, "size")
        json.endObject()
    }
}

extension ItemAnswer.CoverAnswer: JSONTextValue {
    func write(to json: inout JSONText) {
        json.beginObject()
        medium.write(to: &json, "medium")
        large.write(to: &json, "large")
        json.endObject()
    }
}

extension CategoryAnswer: JSONTextValue {
    func write(to json: inout JSONText) {
        json.beginObject()
        id.write(to: &json, "id")
        name.write(to: &json, "name")
        parent?.write(to: &json, "parent")
        description?.write(to: &json, "description")
        colour?.write(to: &json, "colour")
        items?.write(to: &json, "items")
        translations?.write(to: &json, "translations")
        json.endObject()
    }
}

extension CategoryTranslationAnswer: JSONTextValue {
    func write(to json: inout JSONText) {
        json.beginObject()
        language.write(to: &json, "language")
        name.write(to: &json, "name")
        description.write(to: &json, "description")
        json.endObject()
    }
}

extension ItemList {
    /// The same text that `encode(to:)` leads to.
    func response(for request: Request) async throws -> Response { try await KeptAnswer(self).response(for: request) }

    fileprivate var text: JSONText {
        var json = JSONText(capacity: 1024 + 512 * items.count)
        json.beginObject()
        items.write(to: &json, "items")
        total.write(to: &json, "total")
        next?.text.write(to: &json, "next")
        json.endObject()
        return json
    }
}

extension ItemEntry: JSONTextValue {
    private static let members = fields.map { (name: $0.name, write: $0.member.write) }

    func write(to json: inout JSONText) {
        json.beginObject()
        for member in Self.members { member.write(metadata, &json, member.name) }
        facts.id.write(to: &json, "id")
        json.key("isStaffPick")
        json.bool(facts.isStaffPick)
        facts.readCount.write(to: &json, "readCount")
        facts.words.write(to: &json, "words")
        facts.publication?.write(to: &json, "publication")
        facts.cover?.write(to: &json, "cover")
        facts.page.write(to: &json, "page")
        json.endObject()
    }
}
