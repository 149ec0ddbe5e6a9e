import Core
import Foundation
import Localization
import Synchronization

/// The HTML of a piece of a page that many requests share, such as the first page of a list that is in memory: put into words once for each
/// language and time zone, and then copied. What depends on the moment is written anew each time, between copies of what stands around it.
public final class KeptHTML: Sendable {
    /// Guards what was written, by everything that words depend on.
    private let written = Mutex<[Phrasebook.Identity: [Part]]>([:])
    /// Time zones are as many as readers choose; beyond this number all are dropped.
    private static let most = 8

    /// Nothing written yet.
    public init() {}

    /// `content`, which has to be the same each time.
    public func piece(@HTMLBuilder _ content: @escaping @Sendable () -> Node) -> Node { Node(.kept(self, content)) }

    func parts(for phrasebook: Phrasebook.Identity) -> [Part]? { written.withLock { $0[phrasebook] } }

    func keep(_ parts: [Part], for phrasebook: Phrasebook.Identity) {
        written.withLock { written in
            if written.count >= Self.most { written = [:] }
            written[phrasebook] = parts
        }
    }

    /// A stretch of what was written.
    enum Part: Sendable {
        case bytes([UInt8])
        case dated(DatedPiece)
    }
}

/// The same for a piece that also depends on a few values beside the shared one.
public final class KeptLooks<Values: Equatable & Sendable>: Sendable {
    /// Guards what was made of the last few values.
    private let looks = Mutex<[(values: Values, html: KeptHTML)]>([])
    private static var most: Int { 2 }

    /// Nothing written yet.
    public init() {}

    /// `content`, which has to be the same for equal values.
    public func piece(for values: Values, @HTMLBuilder _ content: @escaping @Sendable () -> Node) -> Node {
        let html = looks.withLock { looks in
            if let known = looks.first(where: { $0.values == values }) { return known.html }
            if looks.count >= Self.most { looks.removeFirst() }
            let fresh = KeptHTML()
            looks.append((values, fresh))
            return fresh
        }
        return html.piece(content)
    }
}

extension Node {
    /// A piece without words, the same on every page, turned into HTML once: a drawing, the sheets and scripts of a head.
    public static func fixed(_ html: some HTML) -> Node { Node(.raw(html.fixed)) }
}

extension HTML {
    /// The HTML of a piece without words of ours, the same in every language.
    public var fixed: String {
        let context = RenderingContext(language: .english, timeZone: .gmt, messages: Messages(catalogues: []))
        return String(decoding: render(self, in: context), as: UTF8.self)
    }
}
