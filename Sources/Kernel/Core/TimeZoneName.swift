import Foundation

/// Time zones by what people call them.
public enum TimeZoneName {
    /// The zones that have a place in their name; the others are old abbreviations.
    public static let all = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }

    private static let byCity = Dictionary(grouping: all) { folded($0.split(separator: "/").last ?? "") }

    /// The IANA name for what was typed: the name itself, or a city that only one zone is named after, such as “stockholm” or “sao paulo”;
    /// nil for anything else.
    public static func find(_ typed: String) -> String? {
        let typed = typed.trimmed
        if TimeZone(identifier: typed) != nil { return typed }
        let whole = folded(typed[...])
        if let zone = all.first(where: { folded($0[...]) == whole }) { return zone }
        guard let zones = byCity[whole], zones.count == 1 else { return nil }
        return zones.first
    }

    /// What people call a zone: the city that it is named after, such as “Nairobi”; “UTC” and other zones without a city as they are.
    public static func city(of zone: TimeZone) -> String {
        (zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier).replacing("_", with: " ")
    }

    private static func folded(_ name: Substring) -> String {
        name.replacing("_", with: " ").folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
