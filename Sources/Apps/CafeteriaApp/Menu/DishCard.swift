import Core
import Foundation
import Interface
import Markup
import Platform
import Web

/// An item on the menu: what it is, what it costs, and one tap to order it.
struct DishCard: HTML {
    let item: MenuItem
    /// The words of a search, marked where they are found.
    let words: String
    /// The time at which it is looked at.
    let time: MenuTime
    let isFavourite: Bool
    let needsChoice: Bool
    /// Guests sign in before they order.
    let isSignedIn: Bool
    let currency: String
    let level: Int
    /// What it is found by besides its own words.
    var synonyms = ""
    /// What the menu was asked for, so that one comes back to it.
    var query = QueryItems()

    private var isServed: Bool { item.canBeOrdered(at: time) }
    private var canBeOrdered: Bool { isServed || item.canBeOrderedAhead(at: time) }

    var body: some HTML {
        // What the facts are for: without a connection the menu is filtered on the device.
        article(
            .class("dish"), .if(!canBeOrdered, .class("dish-away")), .flag("data-served", isServed), .data("diets", MenuItem.words(item.diets)),
            .data("allergens", MenuItem.words(item.allergens)), .flag("data-stated", item.areAllergensStated), .flag("data-favourite", isFavourite),
            .if(!synonyms.isEmpty, .data("words", synonyms))
        ) {
            DishPicture(item: item)
            div(.class("dish-words")) {
                heading
                if !item.description.isEmpty { p(.class("dish-description"), .dir("auto")) { MarkedWords(text: item.description, words: words) } }
                div(.class("facts")) {
                    strong(.class("dish-price"), .data("price", String(item.price))) { "\(Money(minor: item.price, currency: currency))" as Text }
                    span(.class("muted")) { "\(item.preparation) min" }
                    if let diet = item.mainDiet { Badge(diet.name, tone: .success) }
                    if !item.isAvailable {
                        Badge("Sold out", tone: .warning)
                    } else if !isServed {
                        Badge(item.serving.schedule(on: time.weekday), tone: .neutral)
                    }
                    if isFavourite { span(.class("dish-favourite"), .title("Favourite")) { Icon.heart } }
                }
            }
            if canBeOrdered { order }
        }
    }

    private var address: String { link(CafeteriaPaths.item(item.id), query: query) }

    @HTMLBuilder private var heading: Node {
        let name = a(.class("stretched"), .href(address), .dir("auto")) { MarkedWords(text: item.name, words: words) }
        switch level {
        case 2: h2(.class("dish-name")) { name }
        case 3: h3(.class("dish-name")) { name }
        default: h4(.class("dish-name")) { name }
        }
    }

    @HTMLBuilder private var order: Node {
        div(.class("dish-order")) {
            if needsChoice {
                IconButton(.plus, label: "Choose for \(item.name)", href: address, style: .filled)
            } else if !isSignedIn {
                IconButton(
                    .plus, label: isServed ? "Add \(item.name)" : "Add \(item.name) for later", href: CafeteriaPaths.chosen(item.id), style: .filled)
            } else {
                Form(CafeteriaPaths.cart(), .waitsOffline(as: .verbatim(item.name)), .renews(".page-actions", CartCount.selector)) {
                    input(.type("hidden"), .name("item"), .value(item.id.description))
                    input(.type("hidden"), .name("quantity"), .value("1"))
                    IconButton(.plus, label: isServed ? "Add \(item.name)" : "Add \(item.name) for later", style: .filled)
                }
            }
        }
    }
}

extension Serving {
    /// When it is served, for somebody who comes at another time.
    func words(on weekday: Int) -> Text {
        guard let hours, days & (1 << weekday) != 0 else { return "Not served today" }
        return "Served \(OpeningHours.clock(hours.lowerBound))–\(OpeningHours.clock(hours.upperBound))"
    }
}

extension Serving {
    /// Every day and hour at which it is served, for customers: “Monday–Friday 11:30–15:00”.
    func schedule(on weekday: Int) -> Text {
        let served = (0..<7).filter { days & (1 << $0) != 0 }
        guard !served.isEmpty, served.count < 7 else { return words(on: weekday) }
        var runs: [ClosedRange<Int>] = []
        for day in served {
            if let last = runs.last, last.upperBound + 1 == day { runs[runs.count - 1] = last.lowerBound...day } else { runs.append(day...day) }
        }
        let names: [Text] = runs.map { run in
            let (first, last) = (ClockWords.weekday(run.lowerBound), ClockWords.weekday(run.upperBound))
            return run.count == 1 ? first : "\(first)–\(last)"
        }
        let all = Text.list(of: names)
        guard let hours else { return all }
        return "\(all) \(OpeningHours.clock(hours.lowerBound))–\(OpeningHours.clock(hours.upperBound))"
    }
}

/// A text with the words of a search marked, whatever their case and accents (CAF-010).
struct MarkedWords: HTML {
    let text: String
    let words: String

    var body: some HTML {
        for part in parts {
            if part.isMatch { mark { part.text } } else { part.text }
        }
    }

    private var parts: [(text: String, isMatch: Bool)] {
        var ranges: [Range<String.Index>] = []
        for word in words.split(separator: " ") {
            var start = text.startIndex
            while let range = text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive], range: start..<text.endIndex) {
                ranges.append(range)
                start = range.upperBound
            }
        }
        var parts: [(String, Bool)] = []
        var end = text.startIndex
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= end {
            if end < range.lowerBound { parts.append((String(text[end..<range.lowerBound]), false)) }
            parts.append((String(text[range]), true))
            end = range.upperBound
        }
        if end < text.endIndex { parts.append((String(text[end...]), false)) }
        return parts
    }
}
