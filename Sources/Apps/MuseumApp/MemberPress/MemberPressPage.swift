import Core
import Database
import Interface
import Markup
import Web

/// What the portal counts of MemberPress.
struct MemberPressFigures: Sendable {
    let members: Int
    let linked: Int
    let waiting: MemberPressWriter.Waiting
    /// Since when the oldest purchase waits.
    let oldest: Instant?

    init(in db: any Connection) throws {
        let both = try db.one(
            "SELECT count(*), count(person_id) FROM museum_memberpress_member WHERE gone_at IS NULL" as Query<Row2<Int, Int>>)
        (members, linked) = (both.first, both.second)
        waiting = try .count(in: db)
        oldest = try db.one("SELECT min(m.changed_at) \(MemberPressWriter.Waiting.purchases)" as Query<Instant?>)
    }
}

/// MemberPress for whoever keeps the members: how it is, what needs a decision, and how it is set up.
struct MemberPressPage: PageAnswer {
    let kept: MemberPressConfiguration?
    let form: MemberPressForm
    let state: SyncState?
    let figures: MemberPressFigures
    let conflicts: [ConflictView]
    /// Where MemberPress sends webhooks.
    let hook: String
    let now: Instant
    var problem: Problem?

    var title: Text { "MemberPress" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminMemberPress() }

    private func wrong(_ field: String) -> Text? { problem?.fields[field] }

    var body: some HTML {
        PageHeader(title, lead: "Members and tiers from the museum’s WordPress site, and purchases from here.") {
            if let kept, !kept.isStopped {
                Form(MuseumPaths.adminMemberPressSync()) { Button("Sync now", icon: .refresh, style: .secondary) }
            }
        }
        ProblemAlert(problem)
        if let kept { summary(kept) }
        if !conflicts.isEmpty { ConflictList(conflicts: conflicts) }
        settings
        if kept != nil { webhook }
    }

    // MARK: How it is

    @HTMLBuilder private func summary(_ kept: MemberPressConfiguration) -> Node {
        if kept.isStandIn { Alert(.info) { "A stand-in on this computer plays MemberPress." } }
        if let failure = state?.failure, let since = state?.failedSince, !kept.isStopped { trouble(failure, since) }
        Card {
            Badge(kept.isStopped ? "Turned off" : state?.failure == nil ? "Connected" : "No connection", tone: tone(kept))
            DescriptionList([
                .init("Last complete sync") { if let last = state?.succeededAt { TimeAgo(last) } else { "Not yet" as Text } },
                .init("Now") { if let words = progress { words } },
                .init("Members in MemberPress") { "\(figures.members)" as Text },
                .init("With an account here") { "\(figures.linked)" as Text },
                .init("Waiting to be sent") { "\(figures.waiting.purchases + figures.waiting.endings)" as Text },
                .init("Oldest one since") { if let oldest = figures.oldest { TimeAgo(oldest) } },
                .init("Waiting for a confirmed email") { if figures.waiting.unconfirmed > 0 { "\(figures.waiting.unconfirmed)" as Text } },
            ])
            Form(MuseumPaths.adminMemberPressStop()) {
                input(.type("hidden"), .name("stopped"), .value(kept.isStopped ? "false" : "true"))
                Actions { Button(kept.isStopped ? "Turn on" : "Turn off", style: .secondary) }
            }
        }
    }

    private func tone(_ kept: MemberPressConfiguration) -> Tone { kept.isStopped ? .neutral : state?.failure == nil ? .success : .warning }

    private var progress: Text? {
        guard let cursor = state?.cursor, state?.failure == nil else { return nil }
        return switch cursor.step {
        case .members: "Reading members, page \(cursor.page)"
        case .transactions: "Reading purchases, page \(cursor.page)"
        case .missingMembers, .missingTransactions: "Checking what was removed"
        }
    }

    private func trouble(_ failure: SyncFailure, _ since: Instant) -> some HTML {
        Alert(.warning, title: "MemberPress can’t be read") {
            p {
                switch failure {
                case .down: "The WordPress site doesn’t answer. If it stays so, ask the person who looks after it."
                case .key: "MemberPress no longer accepts the key. Create a new one in WordPress and enter it below."
                case .plugin: "MemberPress’ Developer Tools are turned off in WordPress. Turn them on there."
                case .emptied:
                    "Most members are missing in MemberPress. Nobody has lost anything here. If it’s right, press Sync now; if not, have WordPress restored."
                case .unreadable: "WordPress answers something else than MemberPress would. A security or cache plugin may be the cause."
                }
            }
            p { "Members still get in, and nothing is lost: purchases are sent once it answers. We try again every 15 minutes." }
            p(.class("muted")) {
                "Since: " as Text
                TimeAgo(since)
            }
        }
    }

    // MARK: Setting up

    private var settings: some HTML {
        Form(MuseumPaths.adminMemberPress(), .class("stack")) {
            Card("Connection") {
                TextField(
                    "Address of the WordPress site", name: "address", value: form.address ?? "", hint: "Such as https://museum.example.",
                    error: wrong("address"), isRequired: true, .maxlength(300), .autocomplete("off"))
                secret(
                    "API key", "key", kept?.sealedKey, hint: "In WordPress under MemberPress, Developer, REST API.")
            }
            Card("Sign-in") {
                Checkbox(
                    "Let members sign in with their MemberPress password", name: "allowsSignIn", isChecked: form.allowsSignIn == true,
                    hint: "They get an account here when they first sign in.")
            }
            Card("Pictures and files") {
                Checkbox(
                    "Offer pictures from WordPress for the gallery", name: "offersPictures", isChecked: form.offersPictures == true,
                    hint: "You choose which ones are shown, under Exhibits.")
                Checkbox(
                    "Send licence photos to WordPress", name: "takesLicences", isChecked: form.takesLicences == true,
                    hint: "Only if the uploads folder of WordPress is protected: otherwise anyone with the address of a file can open it.")
                TextField(
                    "WordPress user who uploads", name: "user", value: form.user ?? "", error: wrong("user"), isConditional: true, .maxlength(100),
                    .autocomplete("off"))
                secret(
                    "Application password", "password", kept?.uploader?.sealedPassword, hint: "In WordPress under Users, Profile.")
            }
            Actions { Button("Save") }
        }
    }

    private var webhook: some HTML {
        Card("Webhook") {
            p { "MemberPress can tell this site at once when something changes. Without a webhook, changes are found within the hour." }
            CopyField(
                "Address for MemberPress", value: hook, done: "Copied.",
                hint: "In WordPress under MemberPress, Developer, Webhooks: choose all events.")
        }
    }

    private func secret(_ label: Text, _ name: String, _ sealed: String?, hint: Text) -> some HTML {
        TextField(
            label, name: name, kind: .password, hint: sealed == nil ? hint : "Leave it empty to keep the one that is saved.", error: wrong(name),
            isConditional: true, .maxlength(500), .autocomplete("new-password"))
    }
}
