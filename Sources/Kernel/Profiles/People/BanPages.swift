import Accounts
import Core
import Interface
import Markup
import Moderation
import Platform
import Web

/// The bans of a person, and the form for another one.
struct BanPanel: HTML {
    let file: PersonFile
    let rights: PersonRights
    let names: RoleNames
    let reasons: BanReasons
    let now: Instant

    private var person: PersonID { file.line.person.id }

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Bans")
            if !file.bans.isEmpty {
                ul(.class("rows")) { for ban in file.bans { row(ban) } }
            }
            if file.bans.isEmpty { p(.class("muted")) { "No bans." } }
            // Most people are never banned: the form is not what one meets on their page.
            if !rights.bansFrom.isEmpty { Disclosure("Ban this person") { form } }
        }
    }

    private func row(_ ban: Ban) -> Node {
        li(.class("row")) {
            div {
                strong { "Banned from \(names.app(ban.app))" as Text }
                p(.dir("auto")) { "The person was told: “\(ban.reason)”" as Text }
                p(.class("muted")) {
                    if let by = ban.bannedBy.flatMap({ file.names[$0] }) {
                        "Since \(moment: ban.bannedAt), by \(by)"
                    } else {
                        "Since \(moment: ban.bannedAt)"
                    }
                }
                p(.class("muted")) { end(of: ban) }
            }
            if ban.holds(at: now), rights.bansFrom.contains(ban.app) {
                Form(ProfilesPaths.liftBan(person, ban.app)) { Button("Lift the ban", style: .secondary) }
            }
        }
    }

    private func end(of ban: Ban) -> Text {
        if let lifted = ban.liftedAt { return "Ended \(moment: lifted)" }
        guard let until = ban.until else { return "Permanent" }
        return until > now ? "Until \(moment: until)" : "Ended \(moment: until)"
    }

    private var form: some HTML {
        BanForm(action: ProfilesPaths.bans(person), apps: rights.bansFrom.map { Choice($0, names.app($0)) }, reasons: reasons)
    }
}

/// The second steps before something is done to somebody's account.
extension ConfirmPage {
    static func deactivate(_ person: PersonRecord) -> Self {
        Self(
            "Deactivate this account?", shell: .admin, message: "\(person.name) will be signed out everywhere and can’t sign in again.",
            consequences: ["What the person wrote stays.", "You can reactivate the account at any time."],
            understood: "Yes, deactivate this account.", confirm: "Deactivate", icon: .lock, action: ProfilesPaths.personStatus(person.id),
            cancel: ProfilesPaths.person(person.id), fields: [("active", "false")])
    }

    static func makeOwner(_ person: PersonRecord) -> Self {
        Self(
            "Make this person an owner?", shell: .admin,
            message: "\(person.name) will be able to do everything on this site, and to remove you as an owner.",
            understood: "Yes, make this person an owner.", confirm: "Make an owner", icon: .key, action: ProfilesPaths.ownership(person.id),
            cancel: ProfilesPaths.person(person.id), fields: [("owner", "true")])
    }
}
