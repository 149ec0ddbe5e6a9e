import Accounts
import Core
import Database
import Interface
import Mail
import Markup
import Platform
import Web

/// Which kinds of news reach a person where, and when: the page, the same for programs, and the link in emails that ends them.
struct ChoiceRoutes: Sendable {
    let site: Site
    let subscriptions: Subscriptions
    let choices: NotificationChoices
    let recipient: Recipient
    let notifier: Notifier

    var routes: [Route] {
        [
            .get(NotificationsPaths.choices, allow: .members, use: show),
            .post(NotificationsPaths.choices, allow: .members, use: save),
            .post(NotificationsPaths.endDevice, allow: .members, use: endDevice),
            .get(NotificationsPaths.stop, allow: .everyone, use: askToStop),
            .post(NotificationsPaths.stop, allow: .everyone, use: stop),
            .get(NotificationsPaths.apiChoices, allow: .members, use: list).summary("Your notification settings."),
            .put(NotificationsPaths.apiChoices, allow: .members, body: .json, use: change)
                .accepts(ChoicesBody.self).summary("Changes the settings that are named; others stay."),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> ChoicesPage {
        let devices = try await subscriptions.list(of: member.id)
        let (chosen, preferences) = try await site.database.read { db in
            (try choices.all(of: member.id, in: db), try choices.preferences(of: member.id, in: db))
        }
        let person = try await recipient.find(member.id)
        let open = Set(choices.kinds(for: member).map(\.id))
        return ChoicesPage(
            apps: ChoicesPage.groups(site, chosen.filter { open.contains($0.kind.id) }), preferences: preferences, devices: devices,
            unconfirmed: person.flatMap { $0.isVerified ? nil : $0.email }, canMail: site.configuration.mail != nil)
    }

    struct DeliveryForm: Decodable {
        var digest: DeliveryPreferences.Digest
        var quietFrom: Int?
        var quietUntil: Int?
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(DeliveryForm.self)
        let fields = try request.formFields()
        let wanted = choices.kinds(for: member).map { kind in (kind, Set(fields.all(kind.id).compactMap(NotificationChannel.init(rawValue:)))) }
        let preferences = DeliveryPreferences(digest: form.digest, quiet: QuietHours(from: form.quietFrom, until: form.quietUntil))
        try await keep(wanted, preferences, of: member.id)
        return .seeOther(NotificationsPaths.choices(), flash: "Your choices are saved.")
    }

    func endDevice(_ request: Request, _ member: Member, _ id: SubscriptionID) async throws -> Response {
        try await subscriptions.remove(id, of: member.id)
        return .seeOther(NotificationsPaths.choices(), flash: "That device gets no more notifications.")
    }

    func list(_ request: Request, _ member: Member) async throws -> ChoicesBody {
        try await site.database.read { db in
            let preferences = try choices.preferences(of: member.id, in: db)
            return ChoicesBody(kinds: try choices.byKind(of: member.id, in: db), digest: preferences.digest, quiet: preferences.quiet)
        }
    }

    func change(_ request: Request, _ member: Member) async throws -> ChoicesBody {
        let body = try request.json(ChoicesBody.self)
        let wanted = try body.kinds.map { id, channels in
            guard let kind = notifier.kind(id) else {
                throw Problem(
                    .invalid, "notices.unknown-kind", "There’s no such kind of notification.", remedy: "Choose one of the kinds that are listed.")
            }
            return (kind, Set(channels))
        }
        try await keep(
            wanted, DeliveryPreferences(digest: body.digest, quiet: QuietHours(from: body.quiet?.from, until: body.quiet?.until)), of: member.id)
        return try await list(request, member)
    }

    private func keep(_ wanted: [(NotificationKind, Set<NotificationChannel>)], _ preferences: DeliveryPreferences, of person: PersonID) async throws
    {
        try await site.write(by: person) { write in
            for (kind, channels) in wanted { try choices.choose(channels, for: kind, of: person, in: write) }
            try choices.choose(preferences, of: person, in: write)
            try notifier.emails.reschedule(for: person, in: write)
        }
    }

    // The link in an email.

    func askToStop(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> StopPage {
        guard notifier.emails.unsubscribe.person(of: token) != nil else { throw Problem.notFound }
        return StopPage(token: token, isDone: false)
    }

    /// A mail program posts here by itself, without cookies (RFC 8058).
    func stop(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> StopPage {
        guard let person = notifier.emails.unsubscribe.person(of: token) else { throw Problem.notFound }
        try await site.write(by: person) { write in try choices.stopEmails(to: person, in: write) }
        return StopPage(token: token, isDone: true)
    }
}

/// `GET` and `PUT /api/v1/notifications/choices`.
struct ChoicesBody: Codable, Sendable, JSONAnswer {
    /// Channels by kind; none means not at all.
    var kinds: [String: [NotificationChannel]]
    var digest: DeliveryPreferences.Digest
    var quiet: QuietHours?
}
