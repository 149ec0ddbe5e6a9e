import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Another text of the same author with the same words.
struct CaseTwin: Sendable {
    let found: ModerationCase
    let kind: Text
}

extension Moderation {
    /// Where the author wrote the same words lately, as far as the moderator may look: what was decided there is worth knowing here.
    func twins(
        of found: ModerationCase, reading snapshot: SubjectSnapshot?, for moderator: Moderator, in db: any Connection
    ) throws -> [CaseTwin] {
        guard let author = found.author, let snapshot, SubmissionRule.isLongEnough(snapshot.text) else { return [] }
        let declared = kinds(of: moderator)
        let cases = try db.all(
            """
            SELECT \(ModerationCase.columns) FROM moderation_case WHERE author_id = \(author) AND id <> \(found.id)
                AND id IN (SELECT s.case_id FROM moderation_submission s WHERE s.author_id = \(author) AND s.fingerprint IN (
                    SELECT fingerprint FROM moderation_submission WHERE case_id = \(found.id)))
                AND kind IN \(list: declared.map(\.kind))
                AND (kind NOT IN \(list: declared.filter(\.isPrivate).map(\.kind)) OR \(ModerationCase.concernsModerators))
            ORDER BY submitted_at DESC, id DESC LIMIT 5
            """ as Query<ModerationCase>)
        return cases.compactMap { one in declared.first { $0.kind == one.subject.kind }.map { CaseTwin(found: one, kind: $0.name) } }
    }
}

/// The same words elsewhere, and what became of them.
struct TwinsCard: HTML {
    let twins: [CaseTwin]

    var body: some HTML {
        Card("The same words before") {
            ul(.class("rows")) {
                for twin in twins {
                    li {
                        a(.href(ModerationPaths.found(twin.found.id))) { twin.kind }
                        " "
                        Badge(twin.found.isRemoved ? "Removed" : twin.found.status.label, tone: twin.found.status.tone)
                        " "
                        span(.class("muted")) { "\(moment: twin.found.submittedAt)" as Text }
                    }
                }
            }
        }
    }
}
