import Accounts
import Audit
import Core
import Database
import Events
import Platform
import Web

/// Says beside the setting that pauses ordering what the kitchen chose: a pause with an end is no value of that setting.
struct PauseNote: SettingGuard {
    let site: Site

    var setting: String { CafeteriaSettings.isPaused.id }

    func note(in db: any Connection) throws -> Text? {
        guard let pause = OrderingPause(of: site, at: site.clock.now()) else { return nil }
        guard let actor = try site.audit.entries(AuditFilter(entity: CafeteriaSubject.kitchen.auditEntity), limit: 1, in: db).first?.actor,
            let name = try People.names(of: [actor], in: db)[actor]
        else { return pause.words }
        return pause.until == nil
            ? "\(pause.words), by \(name)." : "\(pause.words), by \(name). To end it sooner, press “Resume ordering” in the kitchen."
    }

    func fact(in db: any Connection) throws -> Text? { OrderingPause(of: site, at: site.clock.now())?.words }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {}

    /// The log of the kitchen has every pause, and its screens show this one at once, too.
    func noted(_ value: String, by person: PersonID, in write: Write) throws {
        try write.audit(.update, CafeteriaSubject.kitchen, ["paused": value])
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "pause", [String: String]())
    }
}
