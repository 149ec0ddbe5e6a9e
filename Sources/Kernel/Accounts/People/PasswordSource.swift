public import Core
public import Database
public import Platform

/// Somewhere else where people have a password, such as the member list of an association, and where it can be asked whether one is right.
///
/// It is asked about addresses that nobody has an account with, and about accounts that it answers for. Attempts at it are counted and locked like
/// all others, and nobody who works here signs in by it: who may do much here proves it here.
public protocol PasswordSource: Sendable {
    /// Whether it is set up and in use.
    var isOn: Bool { get }
    /// What the sign-in page says about it.
    var hint: Text { get }
    /// Whether it may open an account, quickly: it is asked before each attempt with a password that isn't the account's own.
    /// - Parameter hasPassword: whether the account has a password of its own.
    func answers(for person: PersonID, at email: EmailAddress, hasPassword: Bool, in db: any Connection) throws -> Bool
    /// Asks. The password goes no further, and is never written down.
    func check(_ email: EmailAddress, _ password: String) async throws -> PasswordVerdict
}

/// What a ``PasswordSource`` says.
public enum PasswordVerdict: Sendable {
    case wrong
    /// It can't be asked now.
    case unavailable
    /// The password is right, and something else keeps the person out.
    case refused(Problem)
    case right(VouchedPerson)
}

/// Somebody who has the right password elsewhere.
public struct VouchedPerson: Sendable {
    /// The account that is theirs; nil where they have none, and get one with the address that was typed.
    public let person: PersonID?
    /// What they are called there.
    public let name: String
    /// Ties them to the account, in the transaction that opens it. What it throws keeps them out.
    public let admit: @Sendable (PersonID, Write) throws -> Void

    public init(person: PersonID?, name: String, admit: @escaping @Sendable (PersonID, Write) throws -> Void) {
        self.person = person
        self.name = name
        self.admit = admit
    }
}

extension ExtensionPoint where Value == any PasswordSource {
    /// Where passwords are checked that aren't kept here.
    public static var passwordSources: Self { Self("password-sources") }
}
