import Core
import Interface
import Markup
import Platform
import Web

/// Two wordings side by side, and the choice between them.
struct ConflictsPage: PageAnswer {
    let manuscript: Chapters.Manuscript

    private var chapter: Chapter { manuscript.chapter }

    var title: Text { "Compare and choose" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.editor(chapter.id), title: Chapter.name(chapter.title, number: manuscript.number)) }

    var body: some HTML {
        div(.class("stack")) {
            if manuscript.conflicts.isEmpty {
                PageHeader(title)
                EmptyState(.check, title: "Nothing to choose", message: "Everyone has the same text.") {
                    LinkButton("Continue writing", href: StoriesPaths.editor(chapter.id))
                }
            } else {
                PageHeader(title, lead: "\(manuscript.hands.sentence(for: manuscript.writer)) Both wordings are in your text until you choose.")
                p(.class("muted")) { "Words that differ are marked." }
            }
            for conflict in manuscript.conflicts { card(conflict) }
            if !manuscript.conflicts.isEmpty {
                p { a(.href(StoriesPaths.editor(chapter.id))) { "Decide later and continue writing" } }
            }
        }
    }

    private func card(_ conflict: Conflict) -> Node {
        let sides = WordDifference.sides(conflict.first, conflict.second)
        return section(.class("card stack")) {
            div(.class("conflict-sides")) {
                side("Saved first", sides.first, manuscript.hands.first(of: conflict))
                side("Saved second", sides.second, manuscript.hands.second(of: conflict))
            }
            Form(StoriesPaths.conflict(chapter.id, conflict.id)) {
                Actions {
                    Button("Keep the first", style: .secondary, .name("keep"), .value(ConflictChoice.first.rawValue))
                    Button("Keep the second", style: .secondary, .name("keep"), .value(ConflictChoice.second.rawValue))
                    Button("Keep both", style: .secondary, .name("keep"), .value(ConflictChoice.both.rawValue))
                }
            }
        }.node
    }

    private func side(_ label: Text, _ parts: [WordDifference.Side], _ hand: Hand?) -> Node {
        div {
            h2 { label }
            if let hand {
                p(.class("muted")) {
                    "\(moment: hand.at)"
                    " · "
                    HandLine(person: hand.person, device: hand.device, names: manuscript.hands.isOnePerson ? nil : manuscript.hands.names)
                }
            }
            div(.class("comparison"), .dir("auto"), .lang(manuscript.story.details.language)) {
                for part in parts { if part.isOnlyHere { mark { part.words } } else { part.words } }
            }
        }.node
    }
}
