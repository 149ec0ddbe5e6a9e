import Accounts
import Core
import Database
import Interface
import Markup
import Web

/// A conflict with what can be chosen.
struct ConflictView: Sendable {
    let conflict: MemberPressConflict
    /// Of a shared address: the members who have it.
    let members: [MirroredMember]

    static func open(in db: any Connection) throws -> [ConflictView] {
        try db.all(.openConflicts()).map { conflict in
            ConflictView(conflict: conflict, members: conflict.kind == .doubleEmail ? try db.all(.mirroredMembers(withEmail: conflict.words)) : [])
        }
    }
}

/// What people have to decide about MemberPress, each with what to do.
struct ConflictList: HTML {
    let conflicts: [ConflictView]

    var body: some HTML {
        section(.class("stack"), .id("conflicts"), .aria("labelledby", "conflicts-title")) {
            h2(.id("conflicts-title")) { "Needs a decision" }
            for one in conflicts { row(one) }
        }
    }

    private func row(_ view: ConflictView) -> some HTML {
        let one = view.conflict
        return Card {
            if !one.words.isEmpty { p { strong(.dir("auto")) { one.words } } }
            p { title(one.kind) }
            p(.class("muted")) { remedy(one.kind) }
            Actions {
                for member in view.members {
                    choice(
                        one, String(member.id), member.name.isEmpty ? "Number \(String(member.id))" : "\(member.name), number \(String(member.id))")
                }
                if one.kind == .pictureChanged { choice(one, "new", "Show the new one") }
                if one.kind == .goneThere { choice(one, "again", "Send it again") }
                if let membership = one.membership {
                    LinkButton("Open membership", href: MuseumPaths.adminMember(membership), style: .secondary)
                }
                if view.members.isEmpty { choice(one, "done", "Done") }
            }
        }
    }

    private func choice(_ one: MemberPressConflict, _ value: String, _ label: Text) -> some HTML {
        Form(MuseumPaths.adminMemberPressConflict(one.id)) {
            input(.type("hidden"), .name("choice"), .value(value))
            Button(label, style: .secondary)
        }
    }

    private func title(_ kind: MemberPressConflict.Kind) -> Text {
        switch kind {
        case .doubleEmail: "Two members in MemberPress have this email address."
        case .unknownTier: "Has a membership in MemberPress that no tier here stands for."
        case .refundedThere: "Marked as refunded in MemberPress, but paid here. The membership has ended; the money is still here."
        case .goneThere: "Bought here, but removed from MemberPress."
        case .unpaidThere: "Paid here, but not marked as paid in MemberPress."
        case .movedThere: "A membership was moved to another member in MemberPress."
        case .memberGone: "Removed from MemberPress. The membership from there has ended."
        case .linkedElsewhere: "This member of MemberPress belongs to another account here."
        case .rejected: "MemberPress didn’t accept this membership, or its refund."
        case .erased: "Deleted their account here."
        case .pictureChanged: "This picture was replaced in WordPress."
        }
    }

    private func remedy(_ kind: MemberPressConflict.Kind) -> Text {
        switch kind {
        case .doubleEmail: "Choose whose account it is here. Better still, merge the two in WordPress."
        case .unknownTier: "Tiers here last whole months. Grant a membership by hand, or change how long it lasts in MemberPress."
        case .refundedThere: "Open the membership and give the money back, unless that was done already."
        case .goneThere: "Send it again, or open the membership and end it."
        case .unpaidThere: "Set its transaction to Complete in MemberPress, or open the membership and end it."
        case .movedThere: "Open the membership and end it if it isn’t theirs any more."
        case .memberGone: "If that was a mistake, restore the member in WordPress."
        case .linkedElsewhere: "Ask the person which of the two accounts they use."
        case .rejected: "Enter it in MemberPress by hand, or ask the person who looks after WordPress."
        case .erased: "Delete the member and their licence photo in WordPress, too, if you don’t need to keep them."
        case .pictureChanged: "Compare the two. The gallery shows the one from before until you choose."
        }
    }
}
