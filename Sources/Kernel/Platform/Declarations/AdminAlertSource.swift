public import Core
public import Database
import Web

/// What the first page of the portal shows to whoever can do something about it.
public protocol AdminAlertSource: Sendable {
    /// Who sees it.
    var permission: Permission { get }

    /// What needs a look now, the most urgent first; quick, for it is asked each time the page is opened.
    func items(in db: any Connection) throws -> [AdminAlert]

    /// The same for one person, where some of it is for others to do.
    func items(for person: PersonID, in db: any Connection) throws -> [AdminAlert]
}

extension AdminAlertSource {
    /// Everybody who sees it can do it.
    public func items(for person: PersonID, in db: any Connection) throws -> [AdminAlert] { try items(in: db) }
}

/// One thing that waits for somebody.
public struct AdminAlert: Sendable, Equatable {
    /// One line: “3 jobs failed”.
    public var title: Text
    /// What to do.
    public var detail: Text
    /// Where it is done.
    public var path: String
    /// Whether it cannot wait.
    public var isUrgent: Bool
    /// Whether a person waits for an answer, and not only the site for some work.
    public var isForPerson: Bool

    /// An item by its parts.
    public init(_ title: Text, detail: Text, path: String, isUrgent: Bool = false, isForPerson: Bool = false) {
        self.title = title
        self.detail = detail
        self.path = path
        self.isUrgent = isUrgent
        self.isForPerson = isForPerson
    }
}

extension [AdminAlert] {
    /// What is urgent first, and in each half the people who wait before everything else.
    var inOrder: Self {
        [(true, true), (true, false), (false, true), (false, false)].flatMap { urgent, person in
            filter { $0.isUrgent == urgent && $0.isForPerson == person }
        }
    }
}

extension ExtensionPoint where Value == any AdminAlertSource {
    public static var adminAlerts: Self { Self("admin-alerts") }
}
