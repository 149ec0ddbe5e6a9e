/// What a converter says, message by message: a kind, a count of bytes, the bytes.
package enum ConversionReply {
    /// How far it is, from 0 to 1; also a sign of life.
    case progress(Double)
    case refusal(ConversionRefusal)
    /// The document as ``DocumentWire`` writes it. Its pictures lie in `/out/keep`.
    case document(ArraySlice<UInt8>)

    /// Bytes before a message's own.
    package static let headBytes = 9

    package var bytes: [UInt8] {
        var body = WireWriter()
        let kind: UInt8
        switch self {
        case .progress(let share):
            kind = 1
            body.double(share)
        case .refusal(let refusal):
            kind = 2
            refusal.write(to: &body)
        case .document(let document):
            return Self.head(3, document.count) + document
        }
        return Self.head(kind, body.bytes.count) + body.bytes
    }

    private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        var head = WireWriter()
        head.byte(kind)
        head.int(count)
        return head.bytes
    }

    /// Takes the first message off `bytes`; nil while it is not whole.
    package static func next(in bytes: inout ArraySlice<UInt8>, limit: Int) throws(WireReader.Fault) -> ConversionReply? {
        guard bytes.count >= headBytes else { return nil }
        var reader = WireReader(bytes)
        let kind = try reader.byte()
        let count = try reader.int(in: 0...limit)
        guard bytes.count >= headBytes + count else { return nil }
        let body = try reader.take(count)
        bytes = bytes[body.endIndex...]
        var content = WireReader(body)
        switch kind {
        case 1: return .progress(try content.double())
        case 2: return .refusal(try ConversionRefusal(from: &content))
        case 3: return .document(body)
        default: throw WireReader.Fault()
        }
    }
}

extension ConversionRefusal {
    fileprivate func write(to writer: inout WireWriter) {
        func words(_ kind: UInt8, _ words: [String] = []) {
            writer.byte(kind)
            writer.list(words) { $0.string(String($1.prefix(200))) }
        }
        switch self {
        case .empty: words(0)
        case .tooLarge(let megabytes): words(1, ["\(megabytes)"])
        case .unsupported(let kind): words(2, [kind].compactMap { $0 })
        case .mislabelled(let name, let content): words(3, [name, content])
        case .damaged: words(4)
        case .encrypted: words(5)
        case .protected: words(6)
        case .noText: words(7)
        case .hostile(let how): words(8, [how.rawValue])
        case .tooSlow: words(9)
        case .boxUnavailable: words(10)
        case .programMissing(let program): words(11, [program])
        case .storage: words(12)
        case .cancelled: words(13)
        case .blank: words(14)
        }
    }

    fileprivate init(from reader: inout WireReader) throws(WireReader.Fault) {
        let kind = try reader.byte()
        let words = try reader.list(2) { reader throws(WireReader.Fault) in try reader.string(1000) }
        switch (kind, words.count) {
        case (0, 0): self = .empty
        case (1, 1):
            guard let megabytes = Int(words[0]), megabytes >= 0 else { throw WireReader.Fault() }
            self = .tooLarge(megabytes: megabytes)
        case (2, 0): self = .unsupported(kind: nil)
        case (2, 1): self = .unsupported(kind: words[0])
        case (3, 2): self = .mislabelled(name: words[0], content: words[1])
        case (4, 0): self = .damaged
        case (5, 0): self = .encrypted
        case (6, 0): self = .protected
        case (7, 0): self = .noText
        case (8, 1):
            guard let how = Hostility(rawValue: words[0]) else { throw WireReader.Fault() }
            self = .hostile(how)
        case (9, 0): self = .tooSlow
        case (10, 0): self = .boxUnavailable
        case (11, 1): self = .programMissing(words[0])
        case (12, 0): self = .storage
        case (13, 0): self = .cancelled
        case (14, 0): self = .blank
        default: throw WireReader.Fault()
        }
    }
}
