import Accounts
import Core
import Web

/// Every address of moderation.
public enum ModerationPaths {
    /// The form for a report, and where it goes: kind and id of the subject. `?then=` is where to go on.
    public static let report = Path("/moderation/report/{kind}/{id}", String.self, Int64.self)
    /// What was decided about one's own text, and where its author asks for another look: kind and id of the subject.
    public static let ownDecision = Path("/moderation/decisions/{kind}/{id}", String.self, Int64.self)
    /// Decisions without names, for everybody.
    public static let log = Path("/moderation/log")
    /// What waits for moderators.
    public static let queue = Path("/admin/moderation")
    /// One case.
    public static let found = Path("/admin/moderation/cases/{case}", CaseID.self)
    /// Takes a case.
    static let claim = Path("/admin/moderation/cases/{case}/claim", CaseID.self)
    /// Gives it back.
    static let release = Path("/admin/moderation/cases/{case}/release", CaseID.self)
    /// Decides it.
    static let decide = Path("/admin/moderation/cases/{case}/decide", CaseID.self)
    /// Takes one's last decision on it back.
    static let takeBack = Path("/admin/moderation/cases/{case}/take-back", CaseID.self)
    /// Puts a warning to its author on record.
    static let warn = Path("/admin/moderation/cases/{case}/warn", CaseID.self)
    /// Bans its author: the question first, then the deed.
    static let ban = Path("/admin/moderation/cases/{case}/ban", CaseID.self)
    /// Lifts a ban.
    static let unban = Path("/admin/moderation/cases/{case}/unban", CaseID.self)
    /// A ban as the person who is banned sees it, and where they appeal.
    static let ownBan = Path("/account/bans/{ban}", BanID.self)
    /// An appeal against a ban, and where it is answered.
    static let answerAppeal = Path("/admin/moderation/ban-appeals/{appeal}", BanAppealID.self)
    /// What a person wrote and did, and what was decided about it.
    public static let person = Path("/admin/moderation/people/{person}", PersonID.self)
    /// Puts a warning to them on record.
    static let warnPerson = Path("/admin/moderation/people/{person}/warn", PersonID.self)
    /// Bans them: the question first, then the deed.
    static let banPerson = Path("/admin/moderation/people/{person}/ban", PersonID.self)
    /// Lifts a ban of theirs.
    static let unbanPerson = Path("/admin/moderation/people/{person}/unban", PersonID.self)

    /// Reports from programs.
    public static let apiReports = Path("/api/v1/moderation/reports")
    /// The words that the filter looks for.
    public static let words = Path("/admin/moderation/words")
    /// The rules that come with Stoa.
    static let rules = Path("/admin/moderation/rules")
    /// Sets a third opinion up.
    static let opinion = Path("/admin/moderation/opinion")
    /// Asks it no more, or again.
    static let opinionStop = Path("/admin/moderation/opinion/stop")
    /// Puts a word on a list, or takes it off.
    static let changeWord = Path("/admin/moderation/words/change")
    /// Shows what the filter says to a text.
    static let tryWords = Path("/admin/moderation/words/try")
    /// The queue for programs.
    public static let apiCases = Path("/api/v1/moderation/cases")
    /// One case for programs.
    public static let apiCase = Path("/api/v1/moderation/cases/{case}", CaseID.self)
    /// Takes a case, for programs.
    public static let apiClaim = Path("/api/v1/moderation/cases/{case}/claim", CaseID.self)
    /// Decides a case, for programs.
    public static let apiDecisions = Path("/api/v1/moderation/cases/{case}/decisions", CaseID.self)
    /// The caller's last decision on a case, for programs that take it back.
    public static let apiLastDecision = Path("/api/v1/moderation/cases/{case}/decisions/last", CaseID.self)
    /// The public log, for programs.
    public static let apiLog = Path("/api/v1/moderation/log")
}
