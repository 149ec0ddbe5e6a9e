import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The mail page of the staff portal.
struct MailRoutes: Sendable {
    let site: Site
    let settings: MailSettings
    /// How often somebody may have a test email sent.
    let tests: RateLimiter

    var routes: [Route] {
        [
            .get(MailPaths.settings, allow: .permission(MailPermissions.settings), use: show),
            .post(MailPaths.settings, allow: .permission(MailPermissions.server), use: save),
            .get(MailPaths.remove, allow: .permission(MailPermissions.server), use: confirmRemoval),
            .post(MailPaths.remove, allow: .permission(MailPermissions.server), use: remove),
            .post(MailPaths.test, allow: .permission(MailPermissions.settings), use: test),
            .post(MailPaths.sendWaiting, allow: .permission(MailPermissions.settings), use: sendWaiting),
            .post(MailPaths.retry, allow: .permission(MailPermissions.settings), use: retry),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> MailPage {
        var page = try await page(for: member)
        page.comesFromSetup = request.comesFromSetup
        return page
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(MailSettings.Wanted.self)
        // Emptied fields ask for what the button beside them does.
        if form.address.isEmpty, site.configuration.mail != nil { return .seeOther(MailPaths.remove()) }
        do {
            try await settings.save(form, by: member.id)
        } catch let refusal as MailRefusal {
            return try await page(for: member, form: form, problem: refusal.problem).response(for: request)
        }
        // On to the test, from which it is one step back to the list.
        let page = SetupReturn.isWanted(form.then) ? SetupReturn.link(MailPaths.settings()) : MailPaths.settings()
        return .seeOther(page, flash: "Mail server saved. Send a test email to check it.")
    }

    func confirmRemoval(_ request: Request, _ member: Member) async throws -> ConfirmPage {
        guard let mail = site.configuration.mail else { throw Problem.notFound }
        return ConfirmPage(
            "Remove the mail server?", shell: .admin, activePath: MailPaths.settings(), message: "Emails are no longer sent through \(mail.host).",
            consequences: [
                "The stored password is deleted.", "Until you set up another one, people who forget their password have to ask you for a link.",
            ],
            confirm: "Remove", icon: .trash, action: MailPaths.remove(), cancel: MailPaths.settings(), canBeUndone: true
        ) {}
    }

    func remove(_ request: Request, _ member: Member) async throws -> Response {
        try await settings.remove(by: member.id)
        return .seeOther(MailPaths.settings(), flash: "The mail server is removed.")
    }

    struct TestForm: Decodable {
        var address: String
        var then: String?
    }

    func test(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(TestForm.self)
        if let seconds = tests.take(member.id.description) {
            throw Problem(
                .tooManyRequests, "mail.too-many-tests", "Too many test emails.", remedy: "Wait a minute, then try again.",
                retryAfter: seconds)
        }
        do {
            try await settings.test(to: form.address, in: request.language)
        } catch let refusal as MailRefusal {
            var page = try await page(for: member, problem: refusal.problem)
            (page.testAddress, page.comesFromSetup) = (form.address, SetupReturn.isWanted(form.then))
            return try await page.response(for: request)
        }
        return .seeOther(
            SetupReturn.isWanted(form.then) ? SitePaths.start() : MailPaths.settings(),
            flash: "The mail server accepted the email to \(form.address).")
    }

    func sendWaiting(_ request: Request, _ member: Member) async throws -> Response {
        try await settings.sendWaiting()
        return .seeOther(MailPaths.settings(), flash: "Waiting emails are being sent.")
    }

    func retry(_ request: Request, _ member: Member, _ email: EmailID) async throws -> Response {
        try await settings.retry(email, by: member.id)
        return .seeOther(MailPaths.settings(), flash: "The email will be sent again.")
    }

    private func page(for member: Member, form: MailSettings.Wanted? = nil, problem: Problem? = nil) async throws -> MailPage {
        let (waiting, failed, counts, own) = try await site.database.read { db in
            (
                try db.all(.emails(.waiting, limit: 50)), try db.all(.emails(.failed, limit: 50)),
                try db.all("SELECT state, COUNT(*) FROM mail_letter GROUP BY state" as Query<Row2<EmailRecord.State, Int>>),
                try site.addressBook?.emailAddress(of: member.id, in: db)
            )
        }
        let subjects = (waiting + failed).map { email in (email.id, (try? email.email(site.key))?.subject) }
        return MailPage(
            mail: site.configuration.mail, maySetServer: member.may(MailPermissions.server), form: form, waiting: waiting, failed: failed,
            subjects: Dictionary(subjects.compactMap { id, subject in subject.map { (id, $0) } }) { first, _ in first },
            counts: Dictionary(counts.map { ($0.first, $0.second) }) { $0 + $1 }, testAddress: own ?? "", problem: problem)
    }
}
