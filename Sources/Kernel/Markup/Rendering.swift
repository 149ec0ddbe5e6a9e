import Core
import Foundation
import Localization

/// What decides how a tree becomes words: whose language, whose clock, and the phrases.
public struct RenderingContext: Sendable {
    /// The reader's language.
    public var language: Language
    /// The reader's time zone.
    public var timeZone: TimeZone
    /// The phrases.
    public var messages: Messages
    /// The moment at which it is read; nil for what is read later.
    public var now: Instant?

    /// Renders in `language` with the phrases of `messages`.
    public init(language: Language, timeZone: TimeZone, messages: Messages, now: Instant? = nil) {
        self.now = now
        self.language = language
        self.timeZone = timeZone
        self.messages = messages
    }

    /// The words of a text, for headers, mail and file names.
    public func words(_ text: Text) -> String { messages.render(text, in: language, timeZone: timeZone) }
}

/// The HTML of a tree as UTF-8.
public func render(_ html: some HTML, in context: RenderingContext) -> [UInt8] {
    var writer = Writer(context: context)
    writer.write(html.node)
    return writer.bytes
}

/// Writes nodes into bytes. Escaping is most of the work, so runs of harmless bytes are copied in one piece.
struct Writer {
    private var phrasebook: Phrasebook
    private let now: Instant?
    private let timeZone: TimeZone
    /// What depended on the moment so far in the piece that is being kept, and where it was written; nil while nothing is kept.
    private var dated: [(place: Range<Int>, piece: DatedPiece)]?
    var bytes: [UInt8] = []

    init(context: RenderingContext) {
        phrasebook = context.messages.phrasebook(context.language, context.timeZone)
        now = context.now
        timeZone = context.timeZone
        bytes.reserveCapacity(16 * 1024)
    }

    mutating func write(_ node: Node) {
        switch node.content {
        case .nothing: break
        case .text(let text): escape(phrasebook.words(text))
        case .data(let words): escape(words)
        case .linked(let text): write(LinkedName.node(of: phrasebook.words(text)))
        case .raw(let html): append(html)
        case .children(let nodes): for node in nodes { write(node) }
        case .dated(let piece): write(piece)
        case .kept(let html, let content): write(html, content)
        case .element(let element): write(element)
        }
    }

    private mutating func write(_ piece: @escaping DatedPiece) {
        let start = bytes.count
        var known = dated.take()
        write(piece(now, timeZone))
        known?.append((start..<bytes.count, piece))
        dated = known
    }

    private mutating func write(_ html: KeptHTML, _ content: () -> Node) {
        if let ready = html.parts(for: phrasebook.identity) {
            for part in ready {
                switch part {
                case .bytes(let ready): bytes.append(contentsOf: ready)
                case .dated(let piece): write(piece)
                }
            }
            return
        }
        let (start, outer) = (bytes.count, dated)
        dated = []
        write(content())
        let inner = dated ?? []
        var (parts, place): ([KeptHTML.Part], Int) = ([], start)
        for one in inner {
            parts += [.bytes(Array(bytes[place..<one.place.lowerBound])), .dated(one.piece)]
            place = one.place.upperBound
        }
        html.keep(parts + [.bytes(Array(bytes[place...]))], for: phrasebook.identity)
        dated = outer.map { $0 + inner }
    }

    private mutating func write(_ element: Element) {
        bytes.append(UInt8(ascii: "<"))
        append(element.name)
        if !element.attributes.isEmpty {
            var hasClass = false
            write(element.attributes, of: element.attributes, &hasClass)
        }
        bytes.append(UInt8(ascii: ">"))
        if element.isVoid { return }
        write(element.content)
        bytes.append(UInt8(ascii: "<"))
        bytes.append(UInt8(ascii: "/"))
        append(element.name)
        bytes.append(UInt8(ascii: ">"))
    }

    /// Classes may come from several places (`all` and the groups in it) and are written once, where the first one stands.
    private mutating func write(_ attributes: [Attribute], of all: [Attribute], _ hasClass: inout Bool) {
        for attribute in attributes {
            switch attribute.value {
            case .nothing: continue
            case .group(let inner): write(inner, of: all, &hasClass)
            case .flag: begin(attribute)
            case .text(let text):
                begin(attribute)
                quote(phrasebook.words(text))
            case .string(let value):
                if attribute.name == "class" {
                    if !hasClass { writeClasses(of: all) }
                    hasClass = true
                } else {
                    begin(attribute)
                    quote(value)
                }
            }
        }
    }

    private mutating func writeClasses(of attributes: [Attribute]) {
        append(" class=\"")
        var isFirst = true
        addClasses(of: attributes, &isFirst)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func addClasses(of attributes: [Attribute], _ isFirst: inout Bool) {
        for attribute in attributes {
            switch attribute.value {
            case .group(let inner): addClasses(of: inner, &isFirst)
            case .string(let names) where attribute.name == "class" && !names.isEmpty:
                if !isFirst { bytes.append(UInt8(ascii: " ")) }
                escape(names)
                isFirst = false
            default: continue
            }
        }
    }

    private mutating func begin(_ attribute: Attribute) {
        bytes.append(UInt8(ascii: " "))
        append(attribute.name)
    }

    private mutating func quote(_ value: String) {
        bytes.append(UInt8(ascii: "="))
        bytes.append(UInt8(ascii: "\""))
        escape(value)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ name: StaticString) {
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ words: String) {
        var words = words
        words.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func escape(_ words: String) {
        var words = words
        words.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let byte = utf8[index]
                // All five characters lie between 0x22 and 0x3E; letters are not looked at twice.
                guard byte <= 0x3E, byte >= 0x22, let entity = Self.entity(byte) else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }

    private static func entity(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
