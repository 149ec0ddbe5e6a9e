import Database
import Mail
import Platform

extension TestApp {
    /// The emails to an address that have not left, oldest first; without a mail server that is every email.
    public func emails(to address: String) async throws -> [RenderedEmail] {
        let mailer = try site.service(Mailer.self)
        return try await site.database.read { try mailer.waiting(for: address, in: $0) }
    }
}
