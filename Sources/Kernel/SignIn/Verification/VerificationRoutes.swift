import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Confirms an address by the link of an email, and sends the email again.
///
/// The link is opened by somebody who is signed in: a stranger who registers with another's address gains nothing when that other
/// person opens it, since they cannot say the stranger's password.
struct VerificationRoutes: Sendable {
    let site: Site
    let people: People
    let throttle: SignInThrottle
    let verification: Verification

    var routes: [Route] {
        [
            .get(SignInPaths.verify, allow: .members, use: show),
            .post(SignInPaths.verify, allow: .members, use: confirm),
            .post(AccountsPaths.verifyAgain, allow: .members, use: sendAgain),
        ]
    }

    /// Mail programs open links to look at them, so that only a button confirms.
    func show(_ request: Request, _ member: Member, _ link: String) async throws -> Response {
        let owner = try await site.database.read { try verification.links.owner(of: link, for: .verify, in: $0) }
        guard owner == member.id else { throw AccountRefusal.linkOfAnother }
        let person = try await people.find(member.id)
        return try await Page("Confirm your address", shell: .bare) { VerifyPage(link: link, address: person.email) }.privateResponse(for: request)
    }

    func confirm(_ request: Request, _ member: Member, _ link: String) async throws -> Response {
        try await verification.confirm(link, by: member.id)
        return .seeOther("/", flash: "Thank you. Your address is confirmed.")
    }

    func sendAgain(_ request: Request, _ member: Member) async throws -> Response {
        let person = try await people.find(member.id)
        guard !person.isVerified else { return .seeOther(AccountsPaths.security(), flash: "Your address is confirmed already.", tone: .note) }
        guard let email = EmailAddress(person.email), throttle.mayWrite(to: email, for: .verification) else { throw AccountRefusal.tooManyEmails }
        try await site.write(by: person.id) { write in try verification.send(to: person, in: write) }
        return .seeOther(AccountsPaths.security(), flash: "The email is on its way.")
    }
}

/// Asks for the click that confirms.
struct VerifyPage: HTML {
    let link: String
    let address: String

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Confirm your address", lead: .verbatim(address))
            Form(SignInPaths.verify(link)) { Actions { Button("This is my address", icon: .check) } }
        }
    }
}
