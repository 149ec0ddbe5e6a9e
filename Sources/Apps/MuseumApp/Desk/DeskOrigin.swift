import Web

/// Where a page of the desk was opened from, as its address says it.
enum DeskOrigin: String, Sendable {
    /// The list of the day's sales.
    case sales
    /// A gift that was accepted a moment ago.
    case gift
    /// The entrance, where somebody waits to be let in.
    case gate
    /// Whoever has the membership.
    case person

    static let name = "from"

    /// Whether what the page shows was done earlier, and isn't news.
    var isLater: Bool { self == .sales || self == .person }
}

extension DeskOrigin {
    /// Nil where the address doesn't say.
    init?(_ request: Request) {
        guard let origin = request.query[Self.name].flatMap(Self.init(rawValue:)) else { return nil }
        self = origin
    }
}
