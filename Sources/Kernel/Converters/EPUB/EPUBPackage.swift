import Core
import Documents
import Foundation

/// A place in a container: folders and file, without `.` and `..`.
enum ContainerPath {
    /// `reference` as seen from the file `base`; nil when it climbs out of the container.
    static func resolve(_ reference: String, from base: String) -> String? {
        let path = reference.prefix { $0 != "#" && $0 != "?" }
        guard let decoded = String(path).removingPercentEncoding else { return nil }
        var parts = decoded.hasPrefix("/") ? [] : base.split(separator: "/").dropLast().map(String.init)
        for part in decoded.split(separator: "/") {
            if part == "." { continue }
            if part == ".." {
                if parts.isEmpty { return nil }
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// What follows `#`, decoded.
    static func fragment(of reference: String) -> String? {
        guard let hash = reference.firstIndex(of: "#") else { return nil }
        let raw = String(reference[reference.index(after: hash)...])
        return raw.isEmpty ? nil : raw.removingPercentEncoding ?? raw
    }
}

/// The package document of an EPUB: what it holds, in which order, and what it says about itself.
struct EPUBPackage {
    struct Item {
        let id: String
        let path: String
        let mediaType: String
        let properties: Set<String>
        let fallback: String?
    }

    let path: String
    private(set) var metadata = DocumentMetadata()
    private(set) var items: [String: Item] = [:]
    /// Ids of items in reading order; what stands outside the line comes last.
    private(set) var spine: [String] = []
    private(set) var pageDirection: String?
    private(set) var coverID: String?
    private(set) var coverPage: String?
    private(set) var tableOfContentsID: String?
    let isFixedLayout: Bool

    init(_ root: XMLNode, path: String) throws(ConversionRefusal) {
        guard root.name == "package" else { throw .damaged }
        self.path = path
        let metadataNode = root.first("metadata")
        isFixedLayout =
            metadataNode?.descendants("meta").contains { $0["property"] == "rendition:layout" && $0.words == "pre-paginated" } ?? false
        for node in root.first("manifest")?.all("item") ?? [] {
            guard let id = node["id"], let href = node["href"], items[id] == nil, !HTMLLink.hasScheme(href),
                let file = ContainerPath.resolve(href, from: path)
            else { continue }
            items[id] = Item(
                id: id, path: file, mediaType: (node["media-type"] ?? "").lowercased(),
                properties: Set((node["properties"] ?? "").split(separator: " ").map(String.init)), fallback: node["fallback"])
        }
        if let spineNode = root.first("spine") {
            let references = spineNode.all("itemref")
            spine = references.filter { $0["linear"] != "no" }.compactMap { $0["idref"] }
            spine += references.filter { $0["linear"] == "no" }.compactMap { $0["idref"] }
            pageDirection = spineNode["page-progression-direction"]?.lowercased()
            tableOfContentsID = spineNode["toc"]
        }
        if pageDirection == nil || pageDirection == "default" { pageDirection = root["dir"]?.lowercased() }
        coverPage = root.first("guide")?.all("reference").first { $0["type"]?.lowercased() == "cover" }?["href"]
            .flatMap { ContainerPath.resolve($0, from: path) }
        if let metadataNode { readMetadata(metadataNode) }
    }

    /// The item, or the one it falls back to, that a reader of XHTML and SVG can show.
    func readable(_ id: String) -> Item? {
        var next = items[id]
        var seen: Set<String> = []
        while let item = next, seen.insert(item.id).inserted {
            if ["application/xhtml+xml", "image/svg+xml", "text/html", "text/x-oeb1-document"].contains(item.mediaType) { return item }
            next = item.fallback.flatMap { items[$0] }
        }
        return items[id].flatMap { $0.mediaType.hasPrefix("image/") ? $0 : nil }
    }

    // MARK: Metadata

    private mutating func readMetadata(_ node: XMLNode) {
        // OEB 1 packages wrap the Dublin Core in an element of its own.
        let entries = node.children + node.all("dc-metadata").flatMap(\.children) + node.all("x-metadata").flatMap(\.children)
        let refinements = Dictionary(grouping: entries.filter { $0.name == "meta" && $0["refines"] != nil }) {
            ($0["refines"] ?? "").replacing("#", with: "")
        }
        func refined(_ entry: XMLNode, _ property: String) -> String? {
            entry["id"].flatMap { refinements[$0]?.first { $0["property"] == property }?.words }
        }
        func values(_ name: String) -> [XMLNode] { entries.filter { $0.name.lowercased() == name && !$0.words.isEmpty } }

        let titles = values("title")
        metadata.title = (titles.first { refined($0, "title-type") == "main" } ?? titles.first)?.words.catalogued() ?? ""
        let creators = values("creator").filter { creator in
            let role = creator["role"] ?? refined(creator, "role")
            return role == nil || role == "aut"
        }
        metadata.authors = (creators.isEmpty ? Array(values("creator").prefix(1)) : creators).prefix(20).compactMap {
            $0.words.catalogued(200)
        }
        metadata.language = values("language").first.map { $0.words }.flatMap { Language.isTag($0) ? Language($0) : nil }
        metadata.publisher = values("publisher").first?.words.catalogued(200)
        metadata.rights = values("rights").first?.words.catalogued(1000)
        metadata.subjects = values("subject").prefix(50).compactMap { $0.words.catalogued(200) }
        metadata.description = values("description").first.flatMap { Self.plain($0.words) }
        let dates = values("date")
        metadata.year = (dates.first { $0["event"] == "publication" } ?? dates.first).flatMap { Year.first(in: $0.words) }
        metadata.isbn = (values("identifier") + values("source")).lazy.compactMap { ISBN.first(in: $0.words) }.first
        let meta = entries.filter { $0.name == "meta" }
        let collections = meta.filter { $0["property"] == "belongs-to-collection" }
        let series = collections.first { ["series", "set"].contains(refined($0, "collection-type")) }
        func calibre(_ name: String) -> String? { meta.first { $0["name"] == "calibre:\(name)" }?["content"] }
        metadata.series = (series?.words ?? calibre("series"))?.catalogued(200)
        if metadata.series != nil { metadata.seriesNumber = Self.number(series.map { refined($0, "group-position") } ?? calibre("series_index")) }
        coverID = meta.first { $0["name"]?.lowercased() == "cover" }?["content"]
    }

    /// `2` or `2.0`; what stands between two volumes, as 2.5 does, has no number.
    private static func number(_ position: String?) -> Int? {
        position.flatMap { Double($0.trimmed) }.flatMap { Int(exactly: $0) }.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    }

    /// Descriptions often hold escaped HTML; the catalogue wants its words.
    private static func plain(_ description: String) -> String? {
        guard description.contains("<") else { return description.catalogued(5000) }
        return (try? HTMLSanitizer().sanitise(description).text)?.catalogued(5000)
    }
}
