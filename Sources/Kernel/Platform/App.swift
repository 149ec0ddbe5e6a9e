import Analytics
import Core
import Database
import Foundation
import Interface
import Jobs
import Web

/// One app, or one kernel part with screens: a manifest that says what it is, and a value that does the work.
///
/// The platform composes a site from a list of these and knows nothing else about them.
public protocol App: Sendable {
    /// What the app is, known before any site is open.
    static var manifest: AppManifest { get }

    /// Wires the app's services to a site. Opening a site calls this once.
    init(site: Site) throws

    /// Every route; clashes between apps are refused at start.
    var routes: [Route] { get }
    /// The kinds of durable work that the app carries out.
    var jobs: [JobKind] { get }
    /// Work that recurs.
    var schedules: [Schedule] { get }
    /// Tells the platform who asks; exactly one part of a site does.
    var authenticator: (any Authenticator)? { get }
    /// Keeps failures of requests; at most one part of a site does.
    var failureRecorder: (any FailureRecorder)? { get }
    /// The work behind the manifest's words of the command line.
    var commands: [Command] { get }
    /// Runs once in a transaction when a site is opened, after all migrations of all parts: for what depends on the whole schema.
    func prepare(in db: any Connection) throws
    /// What an error of the database means that a rule made in ``prepare(in:)`` refused with; nil when it is none of its own.
    func refusal(for error: DatabaseError) -> Problem?
    /// Where somebody can go on in the app, the most important first; a handful at most.
    func dashboard(for person: PersonID, in db: any Connection) throws -> [DashboardCard]
    /// The app's share in the export and the erasure of a person's data.
    var personalData: [any PersonalData] { get }
    /// Counts what people have not read, for the bell in the header; at most one part of a site does.
    var unreadCounter: (any UnreadCounter)? { get }
    /// Brings news to people; at most one part of a site does.
    var notificationSender: (any NotificationSender)? { get }
    /// Judges what people write about themselves; at most one part of a site does.
    var textModerator: (any TextModerator)? { get }
    /// What its people write and moderators judge.
    var moderatedSubjects: [any ModeratedSubject] { get }
    /// What it keeps in memory of the database; each is emptied when another node changes what it holds.
    var caches: [SharedCache] { get }
    /// What waits for staff.
    var adminAlerts: [any AdminAlertSource] { get }
    /// What can be brought back after it was deleted.
    var recycleBins: [any RecycleBin] { get }
    /// What there is now of its measures that are levels.
    var levels: [Level] { get }
    /// What happened before its measures were counted.
    var pastFacts: [PastFacts] { get }
    /// What it knows about its settings beyond their limits.
    var settingGuards: [any SettingGuard] { get }
    /// Where the app shows a person to others; nil when it does not.
    func profile(of person: PersonID) -> String?
    /// The app, or their whole account, was closed to somebody or opened again; told in that transaction. An end that was set for a ban
    /// comes untold.
    func accessChanged(of person: PersonID, in db: any Connection) throws
    /// Browsers of somebody were signed out; told in that transaction.
    func signedOut(_ browsers: SignedOutBrowsers, of person: PersonID, in db: any Connection) throws
}

/// Browsers that were signed out, by the digest of the cookie that each of them keeps.
public enum SignedOutBrowsers: Sendable {
    /// This one.
    case one([UInt8])
    /// Every one but this, or every one; also those about which nothing is known.
    case all(but: [UInt8]?)
}

extension App {
    /// No durable work.
    public var jobs: [JobKind] { [] }
    /// Nothing recurs.
    public var schedules: [Schedule] { [] }
    /// Leaves that to another part.
    public var authenticator: (any Authenticator)? { nil }
    /// Leaves that to another part.
    public var failureRecorder: (any FailureRecorder)? { nil }
    /// Nothing on the command line.
    public var commands: [Command] { [] }
    /// Nothing to prepare.
    public func prepare(in db: any Connection) throws {}
    /// No rules of its own.
    public func refusal(for error: DatabaseError) -> Problem? { nil }
    /// Nothing to go on with.
    public func dashboard(for person: PersonID, in db: any Connection) throws -> [DashboardCard] { [] }
    /// Keeps nothing about people.
    public var personalData: [any PersonalData] { [] }
    /// Leaves that to another part.
    public var unreadCounter: (any UnreadCounter)? { nil }
    /// Leaves that to another part.
    public var notificationSender: (any NotificationSender)? { nil }
    /// Leaves that to another part.
    public var textModerator: (any TextModerator)? { nil }
    /// Nothing that needs a judge.
    public var moderatedSubjects: [any ModeratedSubject] { [] }
    /// Nothing waits.
    public var adminAlerts: [any AdminAlertSource] { [] }
    /// None.
    public var caches: [SharedCache] { [] }
    /// Nothing that comes back.
    public var recycleBins: [any RecycleBin] { [] }
    /// No levels.
    public var levels: [Level] { [] }
    /// Nothing is known of the past.
    public var pastFacts: [PastFacts] { [] }
    /// The limits say it all.
    public var settingGuards: [any SettingGuard] { [] }
    /// Shows nobody.
    public func profile(of person: PersonID) -> String? { nil }
    /// Nothing depends on it.
    public func accessChanged(of person: PersonID, in db: any Connection) throws {}
    /// Nothing is tied to a browser.
    public func signedOut(_ browsers: SignedOutBrowsers, of person: PersonID, in db: any Connection) throws {}
}
