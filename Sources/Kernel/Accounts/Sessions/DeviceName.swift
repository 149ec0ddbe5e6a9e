import Core

/// What a browser calls itself, in words that its owner recognises: “Firefox on Linux”.
public struct DeviceName: Sendable {
    /// The words.
    public let text: Text

    /// Reads a `User-Agent`. Browsers name their ancestors as well, so the most particular name is looked for first.
    public init(userAgent: String) {
        let browser = Self.browsers.first { userAgent.contains($0.mark) }?.name
        let system = Self.systems.first { userAgent.contains($0.mark) }?.name
        switch (browser, system) {
        case (let browser?, let system?): text = "\(browser) on \(system)"
        case (let only?, nil), (nil, let only?): text = .verbatim(only)
        case (nil, nil): text = userAgent.isEmpty ? "Unknown device" : .verbatim(String(userAgent.prefix(60)))
        }
    }

    private static let browsers = [
        (mark: "Edg", name: "Edge"), (mark: "OPR/", name: "Opera"), (mark: "SamsungBrowser", name: "Samsung Internet"),
        (mark: "Firefox", name: "Firefox"), (mark: "FxiOS", name: "Firefox"), (mark: "Chrome", name: "Chrome"), (mark: "CriOS", name: "Chrome"),
        (mark: "Safari", name: "Safari"), (mark: "KOReader", name: "KOReader"), (mark: "Thorium", name: "Thorium"), (mark: "curl", name: "curl"),
    ]

    private static let systems = [
        (mark: "iPhone", name: "iPhone"), (mark: "iPad", name: "iPad"), (mark: "Android", name: "Android"), (mark: "Windows", name: "Windows"),
        (mark: "Mac OS X", name: "Mac"), (mark: "CrOS", name: "ChromeOS"), (mark: "Linux", name: "Linux"),
    ]
}
