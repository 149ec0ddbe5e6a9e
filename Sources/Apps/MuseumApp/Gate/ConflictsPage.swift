import Core
import Interface
import Markup
import Web

/// Whoever a gate let in while it was offline and shouldn't have: found when it met the others.
struct ConflictsPage: PageAnswer {
    let conflicts: [Conflict]

    var title: Text { "Admitted while offline" }
    var shell: ShellStyle { .work("museum") }
    var activePath: String? { MuseumPaths.gate() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.gate()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title,
                lead: conflicts.isEmpty
                    ? nil : "These people were admitted at a gate without a connection. It turned out later that they shouldn’t have been.")
            if conflicts.isEmpty {
                EmptyState(.check, title: "Nothing to check", message: "Every gate agrees.") { LinkButton("Entrance", href: MuseumPaths.gate()) }
            }
            ul(.class("rows")) {
                for conflict in conflicts {
                    li(.class("row")) {
                        div {
                            strong(.dir("auto")) { conflict.name ?? "—" }
                            if let tier = conflict.tier { p(.class("muted"), .dir("auto")) { tier } }
                            p { "Admitted on \(day: conflict.scan.scannedAt) at \(time: conflict.scan.scannedAt)" }
                            if !conflict.scan.place.isEmpty { p(.class("muted"), .dir("auto")) { conflict.scan.place } }
                            p { words(conflict) }
                        }
                        Form(MuseumPaths.gateSeen(conflict.scan.id)) { Button("Done", style: .secondary) }
                    }
                }
            }
        }
    }

    private func words(_ conflict: Conflict) -> Text {
        if conflict.scan.result.letsIn { return "\(conflict.scan.guests) guests came along, \(conflict.scan.guestsOver) more than included." }
        if conflict.scan.result == .used, let first = conflict.first { return "Already used that day at \(time: first.scannedAt)" }
        return conflict.scan.result.title
    }
}
