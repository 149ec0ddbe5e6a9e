import Core
import Database
import Markup
import Web

/// A place in the publication where this person was, other than the one that the page opens at.
enum PlaceOffer: Sendable {
    /// Further on, on another device.
    case otherDevice(ReadingPosition)
    /// Where reading stopped, on a page that a link to a passage opened.
    case stopped(ReadingPosition)
    /// The furthest that was read, where one is behind it.
    case furthest(Passage, percent: Double)

    var passage: Passage {
        switch self {
        case .otherDevice(let place), .stopped(let place): place.passage
        case .furthest(let passage, _): passage
        }
    }

    /// How far that is says little in a text that is looked up by its references.
    private func words(_ label: String?) -> Text {
        if let label {
            return switch self {
            case .otherDevice: "Go to \(label), where you read on another device"
            case .stopped: "Go to \(label), where you stopped reading"
            case .furthest: "Go to \(label), the furthest you’ve read"
            }
        }
        return switch self {
        case .otherDevice(let place): "Go to \(Self.shown(place.progress))%, where you read on another device"
        case .stopped(let place): "Go to \(Self.shown(place.progress))%, where you stopped reading"
        case .furthest(_, let percent): "Go to \(Self.shown(percent))%, the furthest you’ve read"
        }
    }

    private static func shown(_ percent: Double) -> String { String(ReadingProgress(percent: percent).shown) }

    /// The link there.
    /// - Parameter label: how the place is cited, in a text with numbers of its own.
    func link(in publication: PublicationID, label: String?) -> Node {
        a(.href(ReadingPaths.resuming(at: passage, in: publication))) { words(label) }.node
    }
}

extension PlaceOffer {
    /// What is offered to somebody who opens a section.
    /// - Parameter known: their places, the latest first, one for each device.
    static func offer(
        _ known: [ReadingPosition], on device: String?, opening section: Int, of publication: Publication, by request: Request,
        in db: any Connection
    ) throws -> PlaceOffer? {
        guard let latest = known.first, publication.card.kind != .audio else { return nil }
        guard request.query["resume"] != nil else {
            let isPassage = request.query["quote"] != nil || request.query["at"] != nil
            // Who has finished needs no way back to the end.
            let isReading = !ReadingProgress(percent: latest.progress).isFinished
            return isPassage && isReading && latest.passage.section != section ? .stopped(latest) : nil
        }
        let own = known.first { $0.device == device }
        let other = known.first {
            $0.device != device && $0.changedAt > (own ?? $0).changedAt && abs($0.progress - (own ?? $0).progress) >= 1
        }
        if let other { return .otherDevice(other) }
        guard let furthest = Furthest(known), furthest.percent - latest.progress >= 1, !ReadingProgress(percent: furthest.percent).isFinished
        else { return nil }
        return try Publications.place(at: furthest.percent, in: publication, db).map { .furthest($0, percent: furthest.percent) }
    }
}

extension Publications {
    /// About where so much of a publication lies before one.
    fileprivate static func place(at percent: Double, in publication: Publication, _ db: any Connection) throws -> Passage? {
        let words = Double(publication.words) * percent / 100
        let section: SectionSummary? = try db.first(
            """
            SELECT \(SectionSummary.columns) FROM reading_section
            WHERE publication_id = \(publication.id) AND words_before <= \(Int(words)) ORDER BY number DESC LIMIT 1
            """)
        guard let section else { return nil }
        let part = section.words == 0 ? 0 : min(1, (words - Double(section.wordsBefore)) / Double(section.words))
        let start = Int(Double(section.length) * part)
        return Passage(
            section: section.number, quote: .init(exact: "", prefix: "", suffix: ""), position: .init(start: start, end: start))
    }
}
