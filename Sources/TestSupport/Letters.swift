import Database
import Mail
import Platform

extension TestApp {
    /// The letters to an address that have not left, oldest first; without a mail server that is every letter.
    public func letters(to address: String) async throws -> [RenderedLetter] {
        let mailing = Mailing(site: site)
        return try await site.database.read { try mailing.waiting(for: address, in: $0) }
    }
}
