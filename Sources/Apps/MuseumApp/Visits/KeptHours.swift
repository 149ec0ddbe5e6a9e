import Core
import Foundation
import Platform
import Synchronization
import Timetables

/// The opening hours of a site, read once for each text. Reading a text with seasons and holidays, and looking through it for what happens next at the
/// door, took longer than the rest of the first page.
final class KeptHours: Sendable {
    private struct Key: Equatable, Sendable {
        let text: String, holidays: String, country: String
        let zone: TimeZone
    }

    /// What happens next, from the moment that was asked about until then.
    private struct Next: Sendable {
        let during: Range<Instant>
        let change: OpeningHours.Change?
    }

    private struct Kept: Sendable {
        let key: Key
        /// nil where the text makes no sense.
        let hours: MuseumHours?
        var next: Next?
    }

    /// How long nobody looks again where nothing was found.
    private static let patience = Duration.seconds(60)

    private let site: Site
    private let kept = Mutex<Kept?>(nil)

    init(site: Site) { self.site = site }

    /// As ``MuseumHours/of(_:)``.
    var current: MuseumHours? {
        guard let key else { return MuseumHours.of(site) }
        return read(key).hours
    }

    /// What happens next at the door; nil where nobody knows.
    func nextChange(after moment: Instant) -> OpeningHours.Change? {
        guard let key else { return MuseumHours.of(site)?.nextChange(after: moment) }
        let known = read(key)
        if let next = known.next, next.during.contains(moment) { return next.change }
        let change = known.hours?.nextChange(after: moment)
        let end =
            switch change {
            case .opens(let at), .closes(let at): at
            case nil: moment + Self.patience
            }
        if moment < end { kept.withLock { if $0?.key == key { $0?.next = Next(during: moment..<end, change: change) } } }
        return change
    }

    /// What the text is read with; nil where the weekly hours count, which need no reading.
    private var key: Key? {
        let text = site.value(of: MuseumSettings.hours).trimmed
        guard !text.isEmpty else { return nil }
        return Key(
            text: text, holidays: site.value(of: MuseumSettings.holidays), country: site.value(of: MuseumSettings.holidayCountry),
            zone: site.configuration.zone)
    }

    private func read(_ key: Key) -> Kept {
        if let known = kept.withLock({ $0 }), known.key == key { return known }
        let fresh = Kept(key: key, hours: MuseumHours.of(site))
        kept.withLock { $0 = fresh }
        return fresh
    }
}
