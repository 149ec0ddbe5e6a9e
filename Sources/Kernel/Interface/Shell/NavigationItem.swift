import Core

/// A place that navigation leads to.
public struct NavigationItem: Sendable {
    /// What it is called.
    public let label: Text
    /// Its drawing.
    public let icon: Icon
    /// Its address. It is the active one while the present address lies below it and below none that is longer.
    public let path: String
    /// The same in one word, for the bar of a phone, where five places share the width.
    public let short: Text?
    /// What it is for, in a few words.
    public let summary: Text?
    /// More words that people look for it by, which nobody sees: what is done there.
    public let searchedAs: Text?
    /// Whether it is there only for who is signed in.
    public let needsSignIn: Bool
    /// How much waits there; nothing is shown of none.
    var waiting = 0
    /// How much there is new to the person; nothing is shown of none.
    var unread = 0
    /// How many things of the person are in it; nil where nobody counts them.
    var content: PlaceNumber?

    /// A place.
    public init(
        _ label: Text, short: Text? = nil, icon: Icon, path: String, summary: Text? = nil, searchedAs: Text? = nil, needsSignIn: Bool = false
    ) {
        self.label = label
        self.needsSignIn = needsSignIn
        self.short = short
        self.summary = summary
        self.searchedAs = searchedAs
        self.icon = icon
        self.path = path
    }

    /// The same with how much there is new to the person.
    public func counting(unread: Int) -> NavigationItem {
        var copy = self
        copy.unread = unread
        return copy
    }
}

/// Places that belong together, under a heading: the sections of the admin portal.
public struct NavigationSection: Sendable {
    /// The heading.
    public let title: Text
    /// The places.
    public let items: [NavigationItem]
    /// Places of apps, each app under its name.
    public let parts: [NavigationSection]
    /// Whether its places stand below the overview, without a heading.
    var standsAlone = false

    /// Places under a heading.
    public init(_ title: Text, items: [NavigationItem], parts: [NavigationSection] = []) {
        self.title = title
        self.items = items
        self.parts = parts
    }

    /// The same with how much waits in each place, by address.
    public func counting(_ waiting: [String: Int]) -> NavigationSection {
        guard !waiting.isEmpty else { return self }
        let items = items.map { item in
            var item = item
            item.waiting = waiting[item.path] ?? 0
            return item
        }
        return NavigationSection(title, items: items, parts: parts.map { $0.counting(waiting) })
    }

    /// Its places and those of its parts.
    public var all: [NavigationItem] { parts.flatMap(\.all) + items }
}

/// A place with how much is new there; the number follows what happens while the page is open.
public struct CountedPlace: Sendable {
    let item: NavigationItem
    let unread: Int
    let topic: String
    let countPath: String

    /// A place, its count, the topic of its events and where scripts ask for the count.
    public init(_ item: NavigationItem, unread: Int, topic: String, countPath: String) {
        self.item = item
        self.unread = unread
        self.topic = topic
        self.countPath = countPath
    }
}

/// How many things are in a place, with the words that are read aloud for a number.
public struct PlaceNumber: Sendable {
    let number: Int
    let words: @Sendable (Int) -> Text

    /// A number and its words.
    public init(_ number: Int, words: @escaping @Sendable (Int) -> Text) {
        self.number = number
        self.words = words
    }
}

extension [NavigationItem] {
    /// The place that `path` lies at or below: the one with the longest address. Nothing lies below the front page.
    func active(at path: String) -> String? {
        map(\.path).filter { path == $0 || $0 != "/" && path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }
}

extension [NavigationSection] {
    /// The same with this place below the overview, before all sections, while it is what matters most.
    public func lifting(_ path: String) -> Self {
        guard let item = flatMap(\.items).first(where: { $0.path == path }) else { return self }
        var alone = NavigationSection(item.label, items: [item])
        alone.standsAlone = true
        let others = map { NavigationSection($0.title, items: $0.items.filter { $0.path != path }, parts: $0.parts) }
        return [alone] + others.filter { !$0.all.isEmpty }
    }
}
