import Audit
import Core
import Foundation
import Interface
import Markup
import Platform
import Web

/// What a walk along the chain of the log found, in words.
struct LogVerification: Sendable {
    let verdict: AuditVerdict
    let at: Instant

    var isIntact: Bool {
        if case .intact = verdict { true } else { false }
    }

    /// How many entries were looked at; nil where the walk stopped.
    var entries: Int? {
        switch verdict {
        case .intact(let entries, _), .incomplete(_, let entries, _): entries
        default: nil
        }
    }

    /// What was checked and found.
    var finding: Text {
        switch verdict {
        case .intact(let entries, _): "All \(entries) entries of the log were checked: none has been changed or removed."
        case .incomplete(let missing, let entries, _):
            "The chain of \(entries) entries is unbroken, but these archive files are missing: \(missing.joined(separator: ", "))."
        case .broken(let entry): "Entry \(entry.description), or the one before it, has been changed or removed."
        case .brokenArchive(let file): "The archive file \(file) has been changed."
        case .cutOff(let entry): "The log once ended at entry \(String(entry)), which is now missing or different."
        case .unsealed: "The seal of the log’s end is missing, so entries at the end may have been removed."
        }
    }

    /// What to do about it.
    var remedy: Text? {
        switch verdict {
        case .intact: nil
        case .incomplete: "Copy the missing files back into the site’s folder “archive”, from a backup if need be, and verify again."
        case .broken, .brokenArchive, .cutOff:
            "Don’t delete anything. Compare the log with the latest backup made before this entry, and find out who had access to the server since then."
        case .unsealed:
            "Compare the log with a backup. If it is right, the operator seals it again with: stoa audit accept"
        }
    }
}

/// Proves the log on request.
struct LogVerificationRoutes: Sendable {
    let site: Site
    let seal: AuditSeal
    private let pace: CostlyCalls

    init(site: Site, seal: AuditSeal) {
        self.site = site
        self.seal = seal
        pace = CostlyCalls(site, "operations.log-verifications", most: 6, code: "operations.too-many-verifications")
    }

    var routes: [Route] {
        [
            .get(OperationsPaths.logVerification, allow: .permission(.systemLog), use: back),
            .post(OperationsPaths.logVerification, allow: .permission(.systemLog), use: verify),
        ]
    }

    /// Whoever reloads the finding comes back to the button.
    func back(_ request: Request, _ member: Member) async throws -> Response { .seeOther(OperationsPaths.log()) }

    func verify(_ request: Request, _ member: Member) async throws -> LogVerificationPage {
        try pace.take(by: member)
        let found = LogVerification(verdict: try await seal.verify(), at: site.clock.now())
        let details = ["intact": String(found.isIntact), "entries": String(found.entries ?? 0)]
        try await site.write(by: member.id) { write in try write.audit(.run, AuditName("operations.log", "chain"), details) }
        return LogVerificationPage(found: found)
    }
}

/// The finding.
struct LogVerificationPage: PageAnswer {
    let found: LogVerification

    var title: Text { found.isIntact ? "The log is intact" : "Something is wrong with the log" }
    var shell: ShellStyle { .admin }
    var activePath: String? { OperationsPaths.log() }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, crumbs: [Crumb("System log", href: OperationsPaths.log())])
            Alert(found.isIntact ? .success : .danger, title: found.finding) {
                if let remedy = found.remedy { p { remedy } }
                p { "Checked on \(moment: found.at)." as Text }
            }
            Disclosure("How it is checked") {
                p { "Each entry carries a fingerprint of itself and of the entry before it." }
                p { "The end of the log is sealed with the key of the site. A changed, removed or added entry breaks the chain." }
            }
            Actions { LinkButton("Back to the log", href: OperationsPaths.log(), style: .secondary) }
        }
    }
}
