import Audit
import Core
import Database
import Media
import Platform
import Web

/// Makes tours, and says where they stop.
struct TourEditing: Sendable {
    let site: Site
    private let pictures: PictureMaker

    init(site: Site) {
        self.site = site
        pictures = PictureMaker(site: site, large: .whole(width: 1600), thumbnail: .whole(width: 640))
    }

    func find(_ id: TourID) async throws -> Tour {
        guard let tour = try await site.database.read({ try $0.first(.tour(id)) }) else { throw Problem.notFound }
        return tour
    }

    /// Adds a tour, or changes one.
    /// - Throws: ``PictureRefusal`` where a picture can't be used; then nothing is changed.
    @discardableResult
    func save(
        _ draft: TourDraft, _ words: Translations = [:], as id: TourID?, _ change: PictureChange = .keep, by person: PersonID?
    ) async throws -> TourID {
        try await pictures.withPicture(of: change) { picture in
            try await site.write(by: person) { [site] write in
                // Words may go together with the picture that needs them, so it goes first.
                if case .remove = change, let id { try Self.set(nil, of: id, in: write) }
                let tour = try Self.put(draft, as: id, in: write)
                if change != .keep {
                    try Self.set(picture, of: tour, in: write)
                    try site.media.holds.setHolds(of: .tour(tour), to: picture?.files ?? [], in: write)
                }
                try words.save(as: .tour, of: tour.number, in: write)
                try write.audit(id == nil ? .create : .update, tour, ["name": draft.title])
                return tour
            }
        }
    }

    private static func set(_ picture: StoredPicture?, of tour: TourID, in write: Write) throws {
        try write.run("UPDATE museum_tour SET \(sql: .columns(of: picture)) WHERE id = \(tour)")
    }

    private static func put(_ draft: TourDraft, as id: TourID?, in write: Write) throws -> TourID {
        guard let id else {
            return try write.insert(
                """
                INSERT INTO museum_tour (title, text, alt, is_public, position, changed_at, changed_by)
                SELECT \(draft.title), \(draft.text), \(draft.alt), \(draft.isPublic), COALESCE(max(position), 0) + 1, \(write.now), \(write.actor)
                FROM museum_tour
                """)
        }
        let count = try write.run(
            """
            UPDATE museum_tour SET title = \(draft.title), text = \(draft.text), alt = \(draft.alt), is_public = \(draft.isPublic),
                changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        guard count == 1 else { throw Problem.notFound }
        return id
    }

    func delete(_ id: TourID, by person: PersonID) async throws {
        try await site.write(by: person) { [site] write in
            try site.media.holds.releaseAll(by: .tour(id), in: write)
            try Translations.remove(of: .tour, id.number, in: write)
            for stop in try write.all(.stops(of: id)) { try Translations.remove(of: .stop, stop.number, in: write) }
            guard let title = try write.first("DELETE FROM museum_tour WHERE id = \(id) RETURNING title" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": title])
        }
    }

    // MARK: Stops

    /// Adds an exhibit at the end; one that is in the tour already stays where it is.
    /// - Throws: ``TourRefusal``.
    func add(_ exhibit: ExhibitID, to id: TourID, _ text: String = "", by person: PersonID?) async throws {
        try await change(id, by: person) { write in
            guard try write.first(.exhibit(exhibit)) != nil else { throw Problem.notFound }
            let stops = try write.all(.stops(of: id))
            guard stops.count < Tour.mostStops else { throw TourRefusal.full }
            try write.run(
                """
                INSERT INTO museum_tour_stop (tour_id, exhibit_id, position, text, changed_at, changed_by)
                SELECT \(id), \(exhibit), COALESCE(max(position), 0) + 1, \(text), \(write.now), \(write.actor)
                FROM museum_tour_stop WHERE tour_id = \(id)
                ON CONFLICT (tour_id, exhibit_id) DO NOTHING
                """)
        }
    }

    /// What is told at a stop.
    /// - Throws: ``TourRefusal``.
    func tell(_ text: String, _ words: TranslationForm? = nil, at stop: StopID, of id: TourID, by person: PersonID?) async throws {
        let text = text.tidiedLines()
        guard text.length <= Tour.longestText, words?.wrong.isEmpty ?? true else { throw TourRefusal.tooLong }
        try await change(id, by: person) { write in
            let count = try write.run(
                """
                UPDATE museum_tour_stop SET text = \(text), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(stop) AND tour_id = \(id)
                """)
            guard count == 1 else { throw Problem.notFound }
            try words?.words.save(as: .stop, of: stop.number, in: write)
        }
    }

    func remove(_ stop: StopID, of id: TourID, by person: PersonID) async throws {
        try await change(id, by: person) { write in
            try Translations.remove(of: .stop, stop.number, in: write)
            guard try write.run("DELETE FROM museum_tour_stop WHERE id = \(stop) AND tour_id = \(id)") == 1 else { throw Problem.notFound }
        }
    }

    /// Has a stop change places with the one before or behind it; the first and the last stay where they are.
    func move(_ stop: StopID, of id: TourID, isUp: Bool, by person: PersonID) async throws {
        try await change(id, by: person) { write in
            var stops = try write.all(.stops(of: id)).map(\.id)
            guard let place = stops.firstIndex(of: stop) else { throw Problem.notFound }
            let other = place + (isUp ? -1 : 1)
            guard stops.indices.contains(other) else { return }
            stops.swapAt(place, other)
            for (position, stop) in stops.enumerated() {
                try write.run(
                    """
                    UPDATE museum_tour_stop SET position = \(position + 1), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(stop)
                    """)
            }
        }
    }

    private func change(_ id: TourID, by person: PersonID?, _ body: @escaping @Sendable (Write) throws -> Void) async throws {
        try await site.write(by: person) { write in
            guard let tour = try write.first(.tour(id)) else { throw Problem.notFound }
            try body(write)
            try write.audit(.update, id, ["name": tour.title])
        }
    }
}

/// Why a stop can't be kept.
enum TourRefusal: Error, Equatable {
    case full, tooLong
}

extension TourRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .full:
            Problem(.conflict, "museum.tour-full", "A tour can have \(Tour.mostStops) stops.", remedy: "Remove a stop, or make another tour.")
        case .tooLong:
            Problem(
                .invalid, "museum.stop-too-long", "The tour wasn’t saved.", remedy: "Write at most \(Tour.longestText) characters.")
        }
    }
}
