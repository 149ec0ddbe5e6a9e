import Core
import Interface
import Markup
import Web

/// Who has a place at an event, and who waits for one.
struct RegistrationsPage: PageAnswer {
    let event: Event
    let clock: EventClock
    let registrations: [Registration]
    var form = RegistrationForm()
    var problem: Problem?

    var title: Text { "Registrations" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminEvents() }

    var body: some HTML {
        PageHeader(
            title, lead: "\(event.title), \(clock.whole(event))",
            crumbs: [Crumb("Events", href: MuseumPaths.adminEvents()), Crumb(.verbatim(event.title), href: MuseumPaths.adminEvent(event.id))]
        ) {
            if !registrations.isEmpty {
                LinkButton("CSV", href: MuseumPaths.registrationFile(event.id), icon: .download, style: .secondary)
                LinkButton("List to print", href: MuseumPaths.registrationSheet(event.id), icon: .printer, style: .secondary)
            }
        }
        if event.isCancelled { Alert(.warning, title: "This event has been cancelled.") }
        if !event.isCancelled, event.places != nil {
            Disclosure("Give a place", isOpen: problem != nil || registrations.isEmpty) {
                Form(MuseumPaths.adminRegistrations(event.id), .class("card stack")) {
                    ProblemAlert(problem)
                    TextField(
                        "Email", name: "email", value: form.email ?? "", kind: .email,
                        hint: "The email they sign in with. You can give more places than there are.", error: problem?.fields["email"],
                        isRequired: true, .maxlength(254))
                    Actions { Button("Give a place") }
                }
            }
        }
        part(registrations.filter { $0.status == .registered }, "With a place", "with-place")
        part(registrations.filter { $0.status == .waiting }, "On the waiting list", "waiting-list")
    }

    private func part(_ people: [Registration], _ heading: Text, _ id: String) -> some HTML {
        section(.aria("labelledby", id)) {
            h2(.id(id)) { "\(heading): \(people.count)" }
            if people.isEmpty {
                p(.class("muted")) { "Nobody yet." }
            } else {
                DataTable(
                    heading,
                    columns: [.init("Name"), .init("Email"), .init("Registered on"), .init("Actions", isTitleHidden: true)],
                    rows: people.enumerated().map { index, one in
                        .init([
                            span(.dir("auto")) { one.status == .waiting ? "\(index + 1). \(one.name)" : .verbatim(one.name) },
                            a(.href("mailto:" + one.email)) { one.email }, "\(moment: one.askedAt)" as Text, actions(one),
                        ])
                    })
            }
        }
    }

    private func actions(_ one: Registration) -> Node {
        Actions {
            if one.status == .waiting, !event.isCancelled {
                Form(MuseumPaths.giveRegistration(event.id, one.person)) {
                    Button("Give a place", style: .secondary, .aria("label", "Give \(one.name) a place"))
                }
            }
            LinkButton(
                "Remove…", href: MuseumPaths.removeRegistration(event.id, one.person), style: .secondary, .aria("label", "Remove \(one.name)…"))
        }.node
    }
}

/// The list of those with a place, to tick off at the door.
struct RegistrationSheet: PageAnswer {
    let event: Event
    let clock: EventClock
    let registrations: [Registration]

    var title: Text { .verbatim(event.title) }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminEvents() }
    var scripts: [String] { ["interface/js/print.js"] }

    var body: some HTML {
        div(.class("event-sheet")) {
            div(.class("print-hidden")) {
                Breadcrumbs([
                    Crumb("Events", href: MuseumPaths.adminEvents()), Crumb("Registrations", href: MuseumPaths.adminRegistrations(event.id)),
                ])
                Actions { Button("Print", icon: .printer, .type("button"), .data("print"), .flag("hidden")) }
            }
            h1(.dir("auto")) { event.title }
            p { clock.whole(event) }
            if !event.place.isEmpty { p(.dir("auto")) { event.place } }
            p { "\(people.count) people with a place" }
            table(.class("event-sheet-list")) {
                caption(.class("visually-hidden")) { "With a place" }
                thead {
                    tr {
                        th(.scope("col")) { "Here" }
                        th(.scope("col")) { "Name" }
                    }
                }
                tbody {
                    for one in people {
                        tr {
                            td { span(.class("event-sheet-box"), .aria("hidden", true)) {} }
                            th(.scope("row"), .dir("auto")) { one.name }
                        }
                    }
                }
            }
        }
    }

    /// By name, as one looks for them at the door.
    private var people: [Registration] {
        registrations.filter { $0.status == .registered }.sorted { $0.name.lowercased() < $1.name.lowercased() }
    }
}
