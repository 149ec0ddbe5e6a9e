import Core
import Foundation

/// Takes `multipart/form-data` (RFC 7578, RFC 2046) apart while it comes in, in pieces of any size. It keeps no more
/// than one boundary and one part's header lines in memory.
public struct MultipartParser {
    /// What stands at the head of a part.
    public struct PartHead: Sendable, Equatable {
        /// The field.
        public let name: String
        /// The file's name as the sender wrote it, `nil` for a plain field.
        public let fileName: String?
        /// What the sender says it is.
        public let contentType: String
    }

    /// What was found.
    public enum Event {
        /// A part begins.
        case begin(PartHead)
        /// Some of its bytes; valid during the call only.
        case data(UnsafeRawBufferPointer)
        /// The part is complete.
        case end
    }

    private enum State {
        /// Before the first boundary.
        case preamble
        /// Right behind a boundary: a line end begins a part, two dashes end the form.
        case boundary
        case head
        case body
        /// Behind the last boundary; what follows means nothing.
        case done
    }

    private let delimiter: [UInt8]
    private let headLimit: Int
    private var state = State.preamble
    private var held: [UInt8]

    /// A parser for one body.
    public init(boundary: String, headLimit: Int = 8192) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.headLimit = headLimit
        // The first boundary needs no line before it; pretending there was one saves a case.
        held = [13, 10]
    }

    /// Takes the next piece and reports what it completes.
    /// - Throws: a ``Problem`` for a form that is written wrongly, or what `report` throws.
    public mutating func feed(_ piece: UnsafeRawBufferPointer, _ report: (Event) throws(Problem) -> Void) throws(Problem) {
        guard state != .done else { return }
        held.append(contentsOf: piece)
        var used = 0
        while let step = try step(from: used, report) { used = step }
        if state == .done { held = [] } else { held.removeFirst(used) }
    }

    /// Must be called behind the last piece.
    /// - Throws: a ``Problem`` when the form breaks off.
    public func finish() throws(Problem) {
        guard state == .done else { throw .badForm }
    }

    /// Goes one step on from an offset into the held bytes; `nil` when more bytes are needed. Bytes before the last
    /// returned offset are dropped.
    private mutating func step(from start: Int, _ report: (Event) throws(Problem) -> Void) throws(Problem) -> Int? {
        switch state {
        case .done: return nil
        case .preamble:
            guard let found = find(delimiter, from: start) else { return skip(from: start) }
            state = .boundary
            return found + delimiter.count
        case .boundary: return try afterBoundary(start)
        case .head:
            guard let end = headEnd(from: start) else {
                guard held.count - start <= headLimit else { throw .badForm }
                return nil
            }
            guard end - start <= headLimit else { throw .badForm }
            try report(.begin(Self.head(held[start..<end])))
            state = .body
            return end + 2
        case .body: return try body(from: start, report)
        }
    }

    private mutating func afterBoundary(_ start: Int) throws(Problem) -> Int? {
        // White space may follow a boundary (RFC 2046 §5.1.1).
        var at = start
        while at < held.count, held[at] == 0x20 || held[at] == 0x09 { at += 1 }
        guard at - start <= 64 else { throw .badForm }
        guard at + 2 <= held.count else { return nil }
        switch (held[at], held[at + 1]) {
        case (0x2D, 0x2D) where at == start: state = .done
        case (13, 10): state = .head
        default: throw .badForm
        }
        // The line end stays: a part without header lines begins with an empty one.
        return state == .head ? at : at + 2
    }

    private mutating func body(from start: Int, _ report: (Event) throws(Problem) -> Void) throws(Problem) -> Int? {
        guard let found = find(delimiter, from: start) else {
            let safe = held.count - delimiter.count + 1
            guard safe > start else { return nil }
            try pass(start..<safe, report)
            return safe
        }
        try pass(start..<found, report)
        try report(.end)
        state = .boundary
        return found + delimiter.count
    }

    private func pass(_ range: Range<Int>, _ report: (Event) throws(Problem) -> Void) throws(Problem) {
        guard !range.isEmpty else { return }
        var fault: Problem?
        held.withUnsafeBytes { bytes in
            do throws(Problem) { try report(.data(UnsafeRawBufferPointer(rebasing: bytes[range]))) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    private func skip(from start: Int) -> Int? {
        let safe = held.count - delimiter.count + 1
        return safe > start ? safe : nil
    }

    /// Where the head's last line ends: at the CR LF in front of the empty line.
    private func headEnd(from start: Int) -> Int? { find([13, 10, 13, 10], from: start).map { $0 + 2 } }

    private func find(_ needle: [UInt8], from start: Int) -> Int? {
        held.withUnsafeBytes { bytes -> Int? in
            var at = start
            while at + needle.count <= bytes.count, let base = bytes.baseAddress {
                // Every needle begins with CR, which is rare in files.
                guard let hit = memchr(base + at, 13, bytes.count - needle.count - at + 1) else { return nil }
                at = UnsafeRawPointer(hit) - base
                if memcmp(hit, needle, needle.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }

    private static func head(_ bytes: ArraySlice<UInt8>) throws(Problem) -> PartHead {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw .badForm }
        var disposition: MediaType?
        var type = ""
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw .badForm }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            switch line[..<colon].lowercased() {
            case "content-disposition" where disposition == nil: disposition = MediaType(String(value))
            case "content-type": type = MediaType(String(value)).name
            default: break
            }
        }
        guard let disposition, disposition.name == "form-data", let name = disposition.parameters["name"] else { throw .badForm }
        return PartHead(name: name, fileName: disposition.parameters["filename"], contentType: type)
    }
}
