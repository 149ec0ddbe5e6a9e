import Core
import Interface
import Localization
import Markup
import Web

/// The screen for customers: which numbers are ready, seen across the room. It has nothing to press.
struct DisplayPage: PageAnswer {
    /// More do not fit on a screen.
    private static let mostReady = 12, mostMaking = 12, mostWaiting = 12

    let board: Displays.Board
    let code: String
    let placeName: Text
    let showsNames: Bool
    let now: Instant

    var title: Text { "Ready for pickup" }
    var shell: ShellStyle { .reader }
    var scripts: [String] { ["cafeteria/js/display.js"] }

    var body: some HTML {
        main(
            .class("display"), .id("content"), .data("display", CafeteriaPaths.displayEvents(code)), .data("after", String(board.sequence))
        ) {
            div(.id("display-live"), .class("display-live")) {
                header {
                    h1 { placeName }
                    p(.class("display-clock")) { ClockTime(now) }
                }
                div(.class("display-making")) {
                    numbers("display-making-title", OrderStatus.preparing.name, board.making, most: Self.mostMaking)
                    // With nobody in line it would only take the room.
                    if !board.waiting.isEmpty { numbers("display-waiting-title", "In line", board.waiting, most: Self.mostWaiting) }
                }
                section(.class("display-ready"), .aria("labelledby", "display-ready-title"), .aria("live", "polite")) {
                    h2(.id("display-ready-title")) { OrderStatus.ready.name }
                    ul {
                        for order in board.ready.prefix(Self.mostReady) {
                            li(.data("ready", order.number)) {
                                strong { order.number }
                                if showsNames, let name = firstName(order) { span(.dir("auto")) { name } }
                            }
                        }
                        more(board.ready.count - Self.mostReady)
                    }
                }
            }
            p(.class("display-offline"), .data("display-offline"), .flag("hidden")) {
                Icon.offline
                span { "Not connected. Ask at the counter." }
            }
        }
    }

    private func numbers(_ id: String, _ title: Text, _ orders: [Order], most: Int) -> some HTML {
        section(.aria("labelledby", id)) {
            h2(.id(id)) { title }
            ul {
                for order in orders.prefix(most) { li { order.number } }
                more(orders.count - most)
            }
        }
    }

    @HTMLBuilder private func more(_ count: Int) -> Node {
        if count > 0 { li(.class("display-more")) { Text.verbatim("+\(count)") } }
    }

    private func firstName(_ order: Order) -> String? { order.customer.split(separator: " ").first.map(String.init) }
}

/// What a screen says whose link was ended, or was never one.
struct DisplayEndedPage: PageAnswer {
    let placeName: Text

    var title: Text { "This display has been ended" }
    var shell: ShellStyle { .reader }
    var status: Status { .notFound }

    var body: some HTML {
        main(.class("display display-ended"), .id("content")) {
            p { placeName }
            h1 { title }
            p { "Its link no longer shows orders. To use this screen again, make a new link under Displays at the counter and open it here." }
            a(.href(CafeteriaPaths.displays())) { "Make a new link" }
        }
    }
}

/// The displays, for staff.
struct DisplaysPage: PageAnswer {
    let displays: [Display]
    /// What a display can be read in.
    let languages: [Language]
    /// The link of the display that was just made; it is shown this once.
    var link: String?
    var name = ""
    /// Chosen for the next one.
    var language: Language?
    var problem: Problem?

    var title: Text { "Displays" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counter()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Screens that show customers which orders are ready. Nobody has to sign in on them.")
            if let link {
                Card("Open this on the screen") {
                    p { "This link is shown only now. Anyone who has it sees the numbers until you end it." }
                    CopyField("Link", value: link, done: "Copied")
                    QRCodeImage(link, label: "QR code with the link")
                    Actions { LinkButton("Open the display", href: link, icon: .external, style: .secondary, .custom("target", "_blank")) }
                }
            }
            if !displays.isEmpty {
                Card("In use") {
                    ul(.class("counter-list")) {
                        for display in displays {
                            li {
                                strong(.class("counter-words"), .dir("auto")) { display.name }
                                span(.class("muted")) { "Made \(day: display.createdAt)" }
                                Form(CafeteriaPaths.endDisplay(display.id)) {
                                    Button("End", style: .secondary, .aria("label", "End \(display.name)"))
                                }
                            }
                        }
                    }
                }
            }
            Card("New display") {
                ProblemAlert(problem)
                Form(CafeteriaPaths.displays(), .class("stack")) {
                    TextField(
                        "Name", name: "name", value: name, hint: "Where it hangs, for example “Above the counter”.", error: problem?.fields["name"],
                        isRequired: true, .maxlength(Display.longestName))
                    if languages.count > 1 {
                        Select(
                            "Language", name: "language", choices: languages.map { Choice($0.rawValue, .verbatim($0.nativeName)) },
                            selected: language?.rawValue)
                    }
                    Actions { Button("Make a link", icon: .link) }
                }
            }
        }
    }
}
