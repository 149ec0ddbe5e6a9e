import Core
import Database
import Platform

/// How people want the interface: the theme, the language, and another language for single apps (CORE-052, CORE-053).
struct InterfaceChoices: Sendable {
    let site: Site
    let cache: SessionCache

    /// Keeps a choice for every device of the person. A language for the whole site ends those for single apps.
    func keep(_ choice: InterfaceChoice, of person: PersonID) async throws {
        guard choice.language != nil || choice.theme != nil else { return }
        try await site.write(by: person, once: nil) { write in
            try write.invalidate(cache.shared)
            let now = write.now
            if let theme = choice.theme {
                try write.run("UPDATE account_person SET theme = \(theme), changed_at = \(now), changed_by = \(person) WHERE id = \(person)")
            }
            guard let language = choice.language else { return }
            if let app = choice.app {
                try write.run(
                    """
                    INSERT INTO account_app_language (person_id, app, language, changed_at, changed_by)
                    VALUES (\(person), \(app), \(language), \(now), \(person))
                    ON CONFLICT (person_id, app) DO UPDATE SET language = excluded.language, changed_at = excluded.changed_at
                    """)
            } else {
                try write.run("DELETE FROM account_app_language WHERE person_id = \(person)")
                try write.run("UPDATE account_person SET language = \(language), changed_at = \(now), changed_by = \(person) WHERE id = \(person)")
            }
        }
    }

    /// The languages that a person chose for single apps.
    static func appLanguages(of person: PersonID, in db: any Connection) throws -> [String: Language] {
        let rows = try db.all("SELECT app, language FROM account_app_language WHERE person_id = \(person)" as Query<Row2<String, Language>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { $1 }
    }
}
