public import Core
public import Database

/// Finds people’s email addresses for the parts that the accounts stand on; at most one part of a site does.
public protocol PersonAddressBook: Sendable {
    /// The address of a person; nil once the account is gone.
    func emailAddress(of person: PersonID, in db: any Connection) throws -> String?
}

extension Site {
    /// Finds addresses; nil on a site without accounts.
    public var addressBook: (any PersonAddressBook)? { extensions.service() }
}
