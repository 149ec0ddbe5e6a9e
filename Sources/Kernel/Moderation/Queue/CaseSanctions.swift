import Accounts
import Core
import Database
import Interface
import Markup
import Platform

/// What was done about the author because of one text: a ban or a warning.
struct CaseSanction: Sendable {
    let title: Text
    /// What the author was told.
    let words: Text
    let at: Instant
    let by: PersonID?
    /// Who lifted a ban.
    var endedBy: PersonID?
}

extension Moderation {
    /// The bans and warnings that moderators gave for a case, the latest first.
    func sanctions(for found: ModerationCase, in db: any Connection) throws -> [CaseSanction] {
        guard let author = found.author else { return [] }
        let warnings = try db.all(
            "SELECT words, changed_at, changed_by FROM moderation_warning WHERE case_id = \(found.id) ORDER BY id DESC LIMIT 20"
                as Query<Row3<String, Instant, PersonID?>>
        ).map { CaseSanction(title: "Warned", words: .verbatim($0.first), at: $0.second, by: $0.third) }
        let ids = Set(
            try db.all("SELECT ban_id FROM moderation_ban_case WHERE case_id = \(found.id) ORDER BY ban_id DESC LIMIT 20" as Query<BanID>))
        guard !ids.isEmpty else { return warnings }
        let history = try bans.history(of: author, in: db)
        let bans = history.filter { ids.contains($0.id) }.map { ban in
            // One that another took the place of was not lifted.
            let isReplaced = history.contains { $0.app == ban.app && $0.bannedAt == ban.liftedAt }
            return CaseSanction(
                title: title(of: ban), words: ban.reason, at: ban.bannedAt, by: ban.bannedBy, endedBy: isReplaced ? nil : ban.liftedBy)
        }
        return (warnings + bans).sorted { $0.at > $1.at }
    }

    private func title(of ban: Ban) -> Text {
        let app = name(of: ban.app)
        if let lifted = ban.liftedAt { return "Banned from \(app), ended \(moment: lifted)" }
        return ban.title(in: app)
    }
}

extension Ban {
    /// What holds, for moderators: from which app, and until when.
    func title(in app: Text) -> Text {
        until.map { "Banned from \(app) until \(moment: $0)" } ?? "Banned from \(app) permanently"
    }
}

/// A ban or a warning among the decisions.
struct SanctionRow: HTML {
    let sanction: CaseSanction
    let names: [PersonID: String]

    var body: some HTML {
        li {
            strong { sanction.title }
            " · "
            sanction.by.flatMap { names[$0] }.map { Text.verbatim($0) } ?? "A former moderator"
            " · "
            "\(moment: sanction.at)" as Text
            if let endedBy = sanction.endedBy.flatMap({ names[$0] }) { p(.class("muted")) { "Lifted by \(endedBy)" as Text } }
            p(.class("muted"), .dir("auto")) { "The person was told: “\(sanction.words)”" as Text }
        }
    }
}
