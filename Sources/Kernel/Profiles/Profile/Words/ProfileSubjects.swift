import Accounts
import Core
import Database
import Localization
import Platform
import Web

/// What Moderation asks and tells about words that people write about themselves.
struct ProfileSubject: ModeratedSubject {
    let site: Site
    let field: ProfileField
    let moderators: Permission
    let words: ProfileWords
    let access: AccessChange

    var kind: String { field.kind }
    var app: String { field.app }
    /// Dick is a name.
    var filterPolicy: FilterPolicy { FilterPolicy(asksPeople: field == .name) }

    var name: Text {
        switch field {
        case .name: "Name"
        case .about: "About me"
        }
    }

    var mention: SubjectMention {
        switch field {
        case .name: SubjectMention("a name", titled: "the name")
        case .about: SubjectMention("a profile", titled: "the profile")
        }
    }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let kept = try words.find(id, in: db), kept.field == field else { return nil }
        // When the author took the latest words back, those from before are the latest.
        let text = try kept.words.isEmpty ? words.shown(field, of: kept.person, in: db) : kept.words
        guard !text.isEmpty else { return nil }
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        return SubjectSnapshot(
            author: kept.person, title: String(line.prefix(60)), text: text, link: place(of: kept.person), writtenAt: kept.writtenAt)
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool {
        guard let kept = try words.find(id, in: db), kept.field == field else { return false }
        return try !words.shown(field, of: kept.person, in: db).isEmpty
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let kept = try words.find(id, in: write), kept.field == field else { return }
        guard !kept.words.isEmpty else {
            // The author took the latest words back; others see those from before.
            if case .remove = decision { try show(nil, of: kept.person, in: write) }
            return
        }
        let state: ProfileWords.State
        switch decision {
        case .accept:
            state = .shown
            try show(kept.words, of: kept.person, in: write)
        case .hold: state = .waiting
        case .reject: state = .refused
        case .remove:
            state = .refused
            try show(nil, of: kept.person, in: write)
        }
        let reason = try decision.reason.map { try StoredJSON($0) }
        try write.run("UPDATE account_profile_words SET state = \(state.rawValue), reason = \(reason) WHERE id = \(id)")
    }

    /// Puts words where others see them; nil takes away what stands there.
    private func show(_ text: String?, of person: PersonID, in write: Write) throws {
        switch field {
        case .about(let app): try words.store(text ?? "", of: person, app: app, in: write)
        case .name:
            let language = try write.first(.person(person))?.language ?? site.configuration.mainLanguage
            try write.run(
                """
                UPDATE account_person SET name = \(text ?? words.neutralName(language)), changed_at = \(write.now)
                WHERE id = \(person)
                """)
            try access.hold(for: person, in: write)
        }
    }

    private func place(of person: PersonID) -> String {
        let own = ProfilesPaths.profile()
        guard case .about(let app) = field else { return own }
        return site.extensions.entries(at: .profilePages).first { $0.module == app }?.value.path(person) ?? own
    }
}

extension Profiles {
    /// The apps in which people say something about themselves, those whose people write to each other, and who judges it there.
    private func judges(in extensions: Extensions) -> [(app: AppManifest, moderators: Permission)] {
        let subjects = extensions.entries(at: .moderatedSubjects)
        return site.everyManifest.filter { $0.path != nil }.compactMap { app in
            subjects.first { $0.module == app.id }.map { (app, $0.value.moderators) }
        }
    }

    /// The apps in which people say something about themselves.
    var appsWithAbout: [AppManifest] { judges(in: site.extensions).map(\.app).filter { !site.isTurnedOff($0.id) } }

    /// Names, and what is said in each app whose people write to each other.
    func subjects(beside extensions: Extensions) -> [any ModeratedSubject] {
        [ProfileSubject(site: site, field: .name, moderators: AccountsPermissions.names, words: words, access: access)]
            + judges(in: extensions).map {
                ProfileSubject(site: site, field: .about(app: $0.app.id), moderators: $0.moderators, words: words, access: access)
            }
    }
}
