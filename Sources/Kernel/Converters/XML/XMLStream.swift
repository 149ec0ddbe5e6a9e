import CXML
import Core
import Documents
import Foundation

/// A start tag.
struct XMLTag {
    let name: String
    let namespace: String
    let attributes: [XMLAttribute]

    /// An attribute's value by local name, whatever its namespace.
    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

struct XMLAttribute {
    let name: String
    let namespace: String
    let value: String
}

/// What a parser tells while it reads.
protocol XMLHandler: AnyObject {
    func start(_ tag: XMLTag)
    func end(_ name: String)
    func text(_ words: UnsafeBufferPointer<UInt8>)
}

/// Reads XML piece by piece: no network, no entities, limited depth and size.
enum XMLStream {
    /// Whether the document was well-formed; what was readable has been told to `handler` either way.
    @discardableResult
    static func parse(fileAt url: URL, limits: ConversionLimits, into handler: some XMLHandler) throws(ConversionRefusal) -> Bool {
        guard let input = fopen(url.path, "rb") else { throw .damaged }
        defer { fclose(input) }
        let box = HandlerBox(handler)
        let parser = try create(box, limits)
        defer { cxml_free(parser) }
        var chunk = [CChar](repeating: 0, count: 64 << 10)
        var total: Int64 = 0
        var status = CXML_OK
        while true {
            let count = fread(&chunk, 1, chunk.count, input)
            total += Int64(count)
            if total > limits.textBytes { throw .tooLarge(megabytes: Int(limits.textBytes >> 20)) }
            status = cxml_feed(parser, chunk, Int32(count), count == 0 ? 1 : 0)
            try check(status)
            if count == 0 { break }
        }
        withExtendedLifetime(box) {}
        return status == CXML_OK
    }

    private static func check(_ status: CXMLStatus) throws(ConversionRefusal) {
        switch status {
        case CXML_ENTITIES: throw .hostile(.entities)
        case CXML_TOO_DEEP: throw .hostile(.nesting)
        case CXML_NO_MEMORY: throw .storage
        default: break
        }
    }

    /// Carries the handler through C, which can only hold a plain pointer.
    private final class HandlerBox {
        let handler: any XMLHandler
        init(_ handler: any XMLHandler) { self.handler = handler }

        static func from(_ context: UnsafeMutableRawPointer?) -> (any XMLHandler)? {
            context.map { Unmanaged<HandlerBox>.fromOpaque($0).takeUnretainedValue().handler }
        }
    }

    private static func create(_ box: HandlerBox, _ limits: ConversionLimits) throws(ConversionRefusal) -> OpaquePointer {
        let handler = CXMLHandler(
            start: { context, name, uri, triples, count in
                guard let handler = HandlerBox.from(context), let name, let uri else { return }
                var attributes: [XMLAttribute] = []
                if let triples {
                    for index in 0..<Int(count) {
                        guard let local = triples[3 * index], let space = triples[3 * index + 1], let value = triples[3 * index + 2] else {
                            continue
                        }
                        attributes.append(
                            XMLAttribute(name: String(cString: local), namespace: String(cString: space), value: String(cString: value)))
                    }
                }
                handler.start(XMLTag(name: String(cString: name), namespace: String(cString: uri), attributes: attributes))
            },
            end: { context, name in
                guard let handler = HandlerBox.from(context), let name else { return }
                handler.end(String(cString: name))
            },
            text: { context, bytes, length in
                guard let handler = HandlerBox.from(context), let bytes else { return }
                bytes.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
                    handler.text(UnsafeBufferPointer(start: $0, count: Int(length)))
                }
            })
        guard let parser = cxml_create(handler, Unmanaged.passUnretained(box).toOpaque(), Int32(limits.depth)) else { throw .storage }
        return parser
    }
}
