import Audit
import Core
import Database
import Events
import Foundation
import Platform
import Web

/// The menu as customers and the kitchen see it at a time.
struct MenuBook: Sendable {
    let site: Site
    /// The menu that everybody sees.
    let lists: CachedLists<String>

    init(site: Site) {
        self.site = site
        lists = CachedLists("cafeteria.menu", clock: site.clock, lifetime: .seconds(60))
    }

    /// The menu as it is now.
    func list() async throws -> MenuList { try await lists.value("menu", read: read) }

    private func read() async throws -> MenuList {
        let since = site.clock.now() - .days(28)
        return try await site.database.read { try MenuList.read(since: since, in: $0) }
    }

    /// What somebody marked as a favourite (CAF-015); nothing for guests.
    func favourites(of person: PersonID?) async throws -> Set<MenuItemID> {
        guard let person else { return [] }
        return try await site.database.read { db in
            Set(try db.all("SELECT item_id FROM cafeteria_favourite WHERE person_id = \(person) ORDER BY item_id LIMIT 1000" as Query<MenuItemID>))
        }
    }

    func setFavourite(_ item: MenuItemID, _ isFavourite: Bool, of person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard isFavourite else {
                try write.run("DELETE FROM cafeteria_favourite WHERE person_id = \(person) AND item_id = \(item)")
                return
            }
            try write.run(
                """
                INSERT INTO cafeteria_favourite (person_id, item_id, changed_at, changed_by) VALUES (\(person), \(item), \(write.now), \(person))
                ON CONFLICT (person_id, item_id) DO NOTHING
                """)
        }
    }

    /// Offers an item again, or no longer; counts at once, and carts keep it (CAF-045).
    func setAvailable(_ item: MenuItemID, _ isAvailable: Bool, by person: PersonID) async throws {
        try await site.write(by: person) { [self] write in try setAvailable(item, isAvailable, in: write) }
    }

    func setAvailable(_ item: MenuItemID, _ isAvailable: Bool, in write: Write) throws {
        let name = try write.first(
            """
            UPDATE cafeteria_item SET is_available = \(isAvailable), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(item) AND deleted_at IS NULL RETURNING name
            """ as Query<String>)
        guard let name else { throw Problem.notFound }
        try write.audit(.update, item, ["name": name, "available": isAvailable ? "true" : "false"])
        try write.invalidate(lists.shared)
        // Other screens of the kitchen show it at once.
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "menu", ["item": item.number])
    }

    /// A moment by the site's clock.
    func time(of moment: Instant) -> MenuTime {
        let local = moment.milliseconds / 1000 + Int64(site.configuration.zone.secondsFromGMT(for: moment.date))
        // The first of January 1970 was a Thursday.
        return MenuTime(weekday: Int((local / 86_400 + 3) % 7), minute: Int(local % 86_400 / 60))
    }

    /// A time of day, `13:30`, on the day of a moment; nil for what is no time, or none that day has.
    func moment(clock: String, onDayOf moment: Instant) -> Instant? {
        guard let minutes = Self.minutes(clock), minutes < 24 * 60 else { return nil }
        return self.moment(minutes, onDayOf: moment)
    }

    /// The first moment of the same day at which each of these is served that still will be; nil where nothing waits for its hour.
    func start(of items: some Sequence<MenuItem>, after now: Instant) -> Instant? {
        let time = time(of: now)
        return items.lazy.filter(\.isAvailable).compactMap { $0.serving.start(after: time) }.max().flatMap { moment($0, onDayOf: now) }
    }

    /// When the first of these is no longer served on the day of a moment; nil where each is served all day.
    func end(of items: some Sequence<MenuItem>, onDayOf moment: Instant) -> Instant? {
        let weekday = time(of: moment).weekday
        return items.lazy.compactMap { $0.serving.hours(on: weekday)?.upperBound }.min().flatMap { self.moment($0, onDayOf: moment) }
    }

    /// From when until when the menu serves on the day of a moment: the hours of its dishes, where at least half of that day's have any, and while
    /// the last of them is still to come. Dishes without hours, such as drinks, are served in between; nil where the menu says no end.
    func served(onDayOf moment: Instant, in db: any Connection) throws -> Range<Instant>? {
        let weekday = time(of: moment).weekday
        let hours: Row3<Int?, Int?, Bool> = try db.one(
            """
            SELECT MIN(served_from), MAX(served_until), 2 * COUNT(served_from) >= COUNT(*) FROM cafeteria_item
            WHERE deleted_at IS NULL AND served_days & \(1 << weekday) <> 0
            """)
        guard hours.third, let first = hours.first, let last = hours.second else { return nil }
        let (start, end) = (self.moment(first, onDayOf: moment), self.moment(last, onDayOf: moment))
        guard start < end, site.clock.now() < end else { return nil }
        return start..<end
    }

    private func moment(_ minutes: Int, onDayOf moment: Instant) -> Instant { day(of: moment).moment(atMinute: minutes, in: site.configuration.zone) }

    /// Minutes after midnight of `7:05` or `24:00`.
    static func minutes(_ clock: String) -> Int? {
        let parts = clock.trimmed.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour), (0..<60).contains(minute),
            hour * 60 + minute <= 24 * 60
        else { return nil }
        return hour * 60 + minute
    }

    /// When the cafeteria opens, while it is closed.
    func closedWords(at now: Instant) -> Text? {
        let zone = site.configuration.zone
        guard let hours = site.configuration.openingHours[CafeteriaApp.manifest.id], !hours.isOpen(at: now, in: zone) else { return nil }
        return hours.nextChange(after: now, in: zone)?.words(at: now, in: zone)
    }

    /// The day by the site's clock, as rows of portions are kept.
    func day(of moment: Instant) -> Day { Day(moment, in: site.configuration.zone) }

    /// How many portions are left of items that have a number of them.
    func left(of items: [MenuItem], on moment: Instant, in db: any Connection) throws -> [MenuItemID: Int] {
        guard !items.isEmpty else { return [:] }
        let sold = try db.all(
            """
            SELECT item_id, sold FROM cafeteria_portion WHERE day = \(day(of: moment).description) AND item_id IN \(list: items.map(\.id))
            ORDER BY item_id LIMIT 1000
            """ as Query<Row2<MenuItemID, Int>>)
        let counts = Dictionary(sold.map { ($0.first, $0.second) }) { first, _ in first }
        return Dictionary(items.map { ($0.id, max(0, ($0.portions ?? 0) - (counts[$0.id] ?? 0))) }) { first, _ in first }
    }

    /// Takes portions of items that have a number of them, for the day of a moment.
    func takePortions(_ lines: [PricedLine], on moment: Instant, in write: Write) throws {
        for line in lines where line.item.portions != nil { try count(line.item.id, line.line.quantity, day(of: moment), in: write) }
    }

    /// Gives portions of an item back, for the day of a moment.
    func giveBack(_ item: MenuItemID, _ portions: Int, _ moment: Instant, in write: Write) throws {
        try write.run(
            """
            UPDATE cafeteria_portion SET sold = CASE WHEN sold > \(portions) THEN sold - \(portions) ELSE 0 END, changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE item_id = \(item) AND day = \(day(of: moment).description)
            """)
    }

    private func count(_ item: MenuItemID, _ portions: Int, _ day: Day, in write: Write) throws {
        try write.run(
            """
            INSERT INTO cafeteria_portion (item_id, day, sold, changed_at, changed_by)
            VALUES (\(item), \(day.description), \(portions), \(write.now), \(write.actor))
            ON CONFLICT (item_id, day) DO UPDATE SET sold = cafeteria_portion.sold + excluded.sold, changed_at = excluded.changed_at,
                changed_by = excluded.changed_by
            """)
    }
}
