import Core
import Interface
import Markup
import Web

/// What was written into a station's form and refused.
struct RejectedStation: Sendable {
    let form: StationForm
    let problem: Problem
}

/// Where the kitchen makes things, and how fast.
struct StationsPage: PageAnswer {
    let stations: [Station]
    let items: [StationID: Int]
    var rejected: RejectedStation?

    var title: Text { "Stations" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }

    var body: some HTML {
        PageHeader(
            title,
            lead:
                "Where food and drinks are made. Pickup times are promised by how much each station finishes in 5 minutes, so nobody waits longer than they were told."
        )
        DataTable(
            title, columns: [.init("Name"), .init("Portions in 5 minutes", isNumeric: true), .init("Menu items", isNumeric: true)],
            rows: stations.map { station in
                .init([
                    a(.href(CafeteriaPaths.adminStation(station.id)), .dir("auto")) { station.name }, ("\(station.capacity)" as Text),
                    ("\(items[station.id] ?? 0)" as Text),
                ])
            })
        Card("New station") {
            StationFields(action: CafeteriaPaths.adminStations(), station: nil, rejected: rejected, button: "Add station")
        }
    }
}

/// One station: its form, and removing it.
struct StationPage: PageAnswer {
    let station: Station
    let others: [Station]
    let items: Int
    var rejected: RejectedStation?

    var title: Text { .verbatim(station.name) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminStations() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Stations", href: CafeteriaPaths.adminStations())])
        Card("Name and pace") {
            StationFields(action: CafeteriaPaths.adminStation(station.id), station: station, rejected: rejected, button: "Save")
        }
        if !others.isEmpty {
            Card("Delete station") {
                Form(CafeteriaPaths.adminStationDelete(station.id), method: .get) {
                    if items > 0 {
                        Select(
                            "Move its \(items) items to", name: "target",
                            choices: others.map { Choice($0.id.description, .verbatim($0.name)) })
                    }
                    Actions { Button("Delete…", icon: .trash, style: .danger) }
                }
            }
        }
    }
}

/// The fields of a station.
struct StationFields: HTML {
    let action: String
    let station: Station?
    let rejected: RejectedStation?
    let button: Text

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        ProblemAlert(rejected?.problem)
        Form(action) {
            TextField(
                "Name", name: "name", value: rejected?.form.name ?? station?.name ?? "", error: wrong["name"], isRequired: true,
                .maxlength(Station.longestName))
            TextField(
                "Portions in 5 minutes", name: "capacity", value: rejected?.form.capacity ?? station.map { String($0.capacity) } ?? "", kind: .number,
                hint: "How many ordinary portions it finishes when it’s busy. A dish that counts as 2 takes the time of two.",
                error: wrong["capacity"], isRequired: true, .min("1"), .max(String(Station.mostCapacity)))
            Actions { Button(button) }
        }
    }
}
