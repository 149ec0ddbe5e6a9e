import Core
import Interface
import Localization
import Markup
import Web

/// The hymns of one language by their first lines or titles, from A to Z.
struct HymnIndexPage: PageAnswer {
    let index: HymnIndex
    let languages: [Language]
    let language: Language

    var title: Text { "Index of hymns" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.hymns() }

    var body: some HTML {
        PageHeader("Index of hymns", crumbs: [Crumb("Hymns & Songs", href: LibraryPaths.hymns())])
        Tabs("Order", HymnIndex.Order.allCases.map { Tab($0.name, href: address($0, language), isCurrent: $0 == index.order) })
        if languages.count > 1 {
            ChipRow("Language") {
                for other in languages {
                    Chip(.verbatim(other.nativeName), href: address(index.order, other), isSelected: other == language)
                }
            }
        }
        if index.groups.isEmpty {
            EmptyState(.music, title: "No hymns yet", message: "Hymns appear here once they’re published.")
        } else {
            nav(.class("hymn-letters"), .aria("label", "Letters")) {
                for (place, group) in index.groups.enumerated() { a(.href("#letter-\(place)")) { group.letter } }
            }
            for (place, group) in index.groups.enumerated() {
                section(.class("hymn-letter"), .aria("labelledby", "letter-\(place)")) {
                    h2(.id("letter-\(place)")) { group.letter }
                    ul(.class("rows")) {
                        for entry in group.entries { li { HymnRow(hymn: entry.hymn, firstLine: index.order == .firstLine ? entry.firstLine : nil) } }
                    }
                }
            }
        }
    }

    private func address(_ order: HymnIndex.Order, _ language: Language) -> String {
        link(LibraryPaths.hymnIndex(), query: ["by": order.rawValue, "language": language.rawValue])
    }
}

extension HymnIndex.Order {
    var name: Text {
        switch self {
        case .firstLine: "First lines"
        case .title: "Titles"
        }
    }
}
