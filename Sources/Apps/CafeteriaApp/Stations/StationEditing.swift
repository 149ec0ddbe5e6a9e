import Audit
import Core
import Database
import Platform

extension Station: Audited {
    static var auditEntity: String { "cafeteria.station" }
}

/// Why the stations were not changed. Every case is safe to show.
enum StationRefusal: Error, Equatable {
    case invalid([String: Text])
    case tooMany, needsTarget, last
}

extension StationRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let fields): Problem(.invalid, "cafeteria.invalid-station", "The station wasn’t saved.", fields: fields)
        case .tooMany:
            Problem(.conflict, "cafeteria.too-many-stations", "A kitchen can have \(Station.most) stations.", remedy: "Delete one first.")
        case .needsTarget:
            Problem(.conflict, "cafeteria.station-in-use", "Items are made at this station.", remedy: "Choose the station that takes them over.")
        case .last: Problem(.conflict, "cafeteria.last-station", "Every item is made somewhere, so the last station can’t be deleted.")
        }
    }
}

/// The form of a station, as it is sent.
struct StationForm: Decodable, Sendable {
    var name: String?
    var capacity: String?
}

/// A station that may be kept.
struct StationDraft: Sendable, Equatable {
    let name: String
    let capacity: Int

    init(_ form: StationForm) throws(StationRefusal) {
        var wrong: [String: Text] = [:]
        name = (form.name ?? "").tidied()
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > Station.longestName { wrong["name"] = "Write at most \(Station.longestName) characters." }
        let number = Int((form.capacity ?? "").trimmed)
        capacity = number ?? 0
        if number.map({ !(1...Station.mostCapacity).contains($0) }) ?? true {
            wrong["capacity"] = "Enter a number from 1 to \(Station.mostCapacity)."
        }
        guard wrong.isEmpty else { throw .invalid(wrong) }
    }

    fileprivate func check(saving id: StationID?, among all: [Station]) throws(StationRefusal) {
        if all.contains(where: { $0.id != id && $0.name.sortKey == name.sortKey }) { throw .invalid(["name": "This name is taken."]) }
        if id == nil, all.count >= Station.most { throw .tooMany }
    }
}

/// Changes the stations of the kitchen. Orders that are already promised keep their times.
struct StationEditing: Sendable {
    let site: Site

    /// Every station with how many items are made there.
    func list() async throws -> (stations: [Station], items: [StationID: Int]) {
        try await site.database.read { db in
            let counts = try db.all(
                "SELECT station_id, count(*) FROM cafeteria_item WHERE deleted_at IS NULL GROUP BY station_id ORDER BY station_id LIMIT 100"
                    as Query<Row2<StationID, Int>>)
            return (try db.all(Query<Station>.all), Dictionary(counts.map { ($0.first, $0.second) }) { first, _ in first })
        }
    }

    func add(_ draft: StationDraft, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let all = try write.all(Query<Station>.all)
            try draft.check(saving: nil, among: all)
            let id: StationID = try write.insert(
                """
                INSERT INTO cafeteria_station (name, capacity, position, changed_at, changed_by)
                VALUES (\(draft.name), \(draft.capacity), \(all.count + 1), \(write.now), \(person))
                """)
            try write.audit(.create, id, ["name": draft.name, "capacity": String(draft.capacity)])
        }
    }

    func update(_ id: StationID, _ draft: StationDraft, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let all = try write.all(Query<Station>.all)
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            try draft.check(saving: id, among: all)
            try write.run(
                """
                UPDATE cafeteria_station SET name = \(draft.name), capacity = \(draft.capacity), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(id)
                """)
            try write.audit(.update, id, ["name": draft.name, "from": String(old.capacity), "to": String(draft.capacity)])
        }
    }

    /// Removes a station; another one takes its items over.
    func delete(_ id: StationID, movingTo target: StationID?, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let all = try write.all(Query<Station>.all)
            guard let old = all.first(where: { $0.id == id }) else { throw Problem.notFound }
            guard let other = all.first(where: { $0.id != id }) else { throw StationRefusal.last }
            let chosen = all.first { $0.id == target && $0.id != id }
            let isUsed =
                try write.first("SELECT id FROM cafeteria_item WHERE station_id = \(id) AND deleted_at IS NULL LIMIT 1" as Query<MenuItemID>) != nil
            guard chosen != nil || !isUsed else { throw StationRefusal.needsTarget }
            let heir = (chosen ?? other).id
            for table in ["cafeteria_item", "cafeteria_order_line"] as [SQL] {
                try write.run(
                    "UPDATE \(sql: table) SET station_id = \(heir), changed_at = \(write.now), changed_by = \(person) WHERE station_id = \(id)")
            }
            try write.run("DELETE FROM cafeteria_station WHERE id = \(id)")
            try write.audit(.delete, id, ["name": old.name])
        }
    }
}
