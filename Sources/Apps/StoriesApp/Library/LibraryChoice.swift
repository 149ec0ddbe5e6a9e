import Core
import Foundation
import Interface
import Markup
import Reading
import Web

/// Which stories of the library are listed, and in which order, as it stands in the address.
struct LibraryChoice: Sendable, Equatable {
    enum Show: String, Sendable, CaseIterable {
        case all, reading, finished

        var name: Text {
            switch self {
            case .all: "All"
            case .reading: "Not finished"
            case .finished: "Finished"
            }
        }
    }

    enum Order: String, Sendable, CaseIterable {
        case read, updated, title

        var name: Text {
            switch self {
            case .read: "Last read"
            case .updated: "Last updated"
            case .title: "Title"
            }
        }
    }

    var show = Show.all
    var order = Order.read

    init(_ query: QueryItems) {
        show = query["show"].flatMap(Show.init) ?? .all
        order = query["sort"].flatMap(Order.init) ?? .read
    }

    /// Whether the list is as it is kept: it goes on page by page then.
    var isPlain: Bool { show == .all && order == .read }

    func address(_ change: (inout Self) -> Void) -> String {
        var other = self
        change(&other)
        return link(
            StoriesPaths.library(),
            query: ["show": other.show == .all ? nil : other.show.rawValue, "sort": other.order == .read ? nil : other.order.rawValue])
    }

    func of(_ entries: [LibraryEntry]) -> [LibraryEntry] {
        let shown = entries.filter { entry in
            switch show {
            case .all: true
            case .reading: !entry.progress.isFinished
            case .finished: entry.progress.isFinished
            }
        }
        switch order {
        case .read: return shown
        case .updated: return shown.sorted { ($0.story.updatedAt ?? $0.story.changedAt) > ($1.story.updatedAt ?? $1.story.changedAt) }
        case .title: return shown.sorted { $0.story.readersTitle.localizedStandardCompare($1.story.readersTitle) == .orderedAscending }
        }
    }
}

/// The choices, each a link.
struct LibraryChoices: HTML {
    let choice: LibraryChoice

    var body: some HTML {
        div(.class("library-choices")) {
            ChipRow("Show", showsLabel: true) {
                for show in LibraryChoice.Show.allCases {
                    Chip(show.name, href: choice.address { $0.show = show }, isSelected: choice.show == show)
                }
            }
            ChipRow("Sort by", showsLabel: true) {
                for order in LibraryChoice.Order.allCases {
                    Chip(order.name, href: choice.address { $0.order = order }, isSelected: choice.order == order)
                }
            }
        }
    }
}
