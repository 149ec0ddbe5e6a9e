/// Entity tags (RFC 9110 §8.8.3): the validators behind 304 and ranges.
public enum EntityTag {
    /// A tag for bytes that were just made: 64 bits of a quick hash, enough to notice a change.
    public static func of(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        bytes.withUnsafeBytes { raw in
            var offset = 0
            while offset + 8 <= raw.count {
                hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var rest: UInt64 = 0
            while offset < raw.count {
                rest = rest << 8 | UInt64(raw[offset])
                offset += 1
            }
            hash = mixed(hash ^ rest)
        }
        return "\"\(String(hash, radix: 36))\""
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    /// Whether an `If-None-Match` names the tag; the comparison is weak, as the RFC has it.
    public static func matches(_ header: String, _ tag: String) -> Bool {
        header.split(separator: ",").contains { part in
            let candidate = part.drop { $0 == " " || $0 == "\t" }
            return candidate == "*" || opaque(candidate) == opaque(tag[...])
        }
    }

    private static func opaque(_ tag: Substring) -> Substring {
        var tag = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        while tag.last == " " || tag.last == "\t" { tag.removeLast() }
        return tag
    }
}

extension Response {
    /// Adds an ETag to an answer in memory, and turns it into 304 when whoever asks has it already.
    public func conditional(for request: Request) -> Response {
        guard request.method == .get || request.method == .head else { return self }
        return tagged().unlessKnown(to: request)
    }

    /// With an ETag of its bytes, for an answer that is kept.
    public func tagged() -> Response {
        guard status == .ok, case .bytes(let bytes) = body else { return self }
        var copy = self
        copy.headers.add("ETag", EntityTag.of(bytes))
        return copy
    }

    /// 304 when whoever asks has what the ETag names.
    public func unlessKnown(to request: Request) -> Response {
        guard let known = request.headers["If-None-Match"], status == .ok, let tag = headers["ETag"], EntityTag.matches(known, tag) else {
            return self
        }
        var copy = self
        copy.status = .notModified
        copy.body = .empty
        return copy
    }
}
