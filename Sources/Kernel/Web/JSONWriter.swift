import Core
import Foundation

/// Encodes values as JSON straight into bytes: the hot path of the API, several times quicker than going through
/// a tree. Members that are `nil` are left out, moments and dates are RFC 3339 strings, data is base64.
public enum JSONWriter {
    /// The value as UTF-8.
    /// - Throws: what the value's own `encode(to:)` throws, and `EncodingError` for a value that goes back to a
    ///   container after it has begun the next one.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let state = JSONWriterState()
        try state.write(value, depth: 0)
        state.close(to: 0)
        return state.text.bytes
    }
}

/// The text so far and the containers that are still open. One encoding runs on one task.
final class JSONWriterState {
    private struct Open {
        let isObject: Bool
        let serial: Int
    }

    var text = JSONText(capacity: 512)
    private var open: [Open] = []
    private var serial = 0

    /// Begins an object, or goes on with the one that the same encoder has begun.
    func beginObject(depth: Int) -> JSONPlace {
        guard open.count > depth, open[depth].isObject else { return begin(object: true, depth: depth) }
        close(to: depth + 1)
        return JSONPlace(state: self, depth: depth + 1, serial: open[depth].serial)
    }

    func begin(object isObject: Bool, depth: Int) -> JSONPlace {
        close(to: depth)
        if isObject { text.beginObject() } else { text.beginArray() }
        serial += 1
        open.append(Open(isObject: isObject, serial: serial))
        return JSONPlace(state: self, depth: open.count, serial: serial)
    }

    func close(to depth: Int) {
        while open.count > depth, let last = open.popLast() {
            if last.isObject { text.endObject() } else { text.endArray() }
        }
    }

    /// Values are written in order, so a container can only be written to while it is the innermost one or about to be.
    func reopen(_ place: JSONPlace) throws {
        guard open.count >= place.depth, open[place.depth - 1].serial == place.serial else {
            throw EncodingError.invalidValue(
                place.depth, EncodingError.Context(codingPath: [], debugDescription: "A finished container was written to again."))
        }
        close(to: place.depth)
    }

    func write<Value: Encodable>(_ value: Value, depth: Int) throws {
        // Comparing types is much cheaper than trying casts that fail.
        if Value.self == Instant.self, let moment = value as? Instant { return text.string(moment.rfc3339) }
        if Value.self == Date.self, let date = value as? Date { return text.string(Instant(date).rfc3339) }
        if Value.self == URL.self, let url = value as? URL { return text.string(url.absoluteString) }
        if Value.self == Data.self, let data = value as? Data { return text.string(data.base64EncodedString()) }
        let before = open.count
        let written = text.bytes.count
        try value.encode(to: JSONValueEncoder(state: self, depth: before))
        close(to: before)
        // A value that wrote nothing would leave a name without a value.
        if text.bytes.count == written {
            text.beginObject()
            text.endObject()
        }
    }
}

/// Where a container stands.
struct JSONPlace {
    let state: JSONWriterState
    let depth: Int
    let serial: Int
}
