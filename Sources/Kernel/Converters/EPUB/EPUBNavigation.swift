import Documents
import Foundation

/// The table of contents of an EPUB: EPUB 3's navigation document, or EPUB 2's NCX.
struct EPUBNavigation {
    /// Turns a reference, as seen from a file, into a section and an anchor.
    let place: (_ reference: String, _ base: String) -> (section: Int, anchor: String?)?

    func readNavigation(_ file: URL, path: String, limits: ConversionLimits) throws(ConversionRefusal) -> [ContentsEntry] {
        guard let root = try XMLNode.read(fileAt: file, limits: limits) else { return [] }
        let navs = root.descendants("nav")
        let epub = "http://www.idpf.org/2007/ops"
        let contents = navs.first { ($0.attribute("type", in: epub) ?? "").split(separator: " ").contains("toc") } ?? navs.first
        guard let list = contents?.first("ol") ?? contents?.descendants("ol").first else { return [] }
        return entries(of: list, path)
    }

    private func entries(of list: XMLNode, _ path: String) -> [ContentsEntry] {
        list.all("li").flatMap { item -> [ContentsEntry] in
            let children = item.first("ol").map { entries(of: $0, path) } ?? []
            let label = item.children.first { $0.name == "a" || $0.name == "span" } ?? item.descendants("a").first
            guard let title = label?.words.catalogued(300) ?? label?["title"]?.catalogued(300) else { return children }
            return entry(title, label?["href"], path, children)
        }
    }

    func readNCX(_ file: URL, path: String, limits: ConversionLimits) throws(ConversionRefusal) -> [ContentsEntry] {
        guard let map = try XMLNode.read(fileAt: file, limits: limits)?.descendants("navMap").first else { return [] }
        return points(of: map, path)
    }

    private func points(of node: XMLNode, _ path: String) -> [ContentsEntry] {
        node.all("navPoint").flatMap { point -> [ContentsEntry] in
            let children = points(of: point, path)
            guard let title = point.first("navLabel")?.words.catalogued(300) else { return children }
            return entry(title, point.first("content")?["src"], path, children)
        }
    }

    /// A line that leads nowhere is kept only for the lines below it.
    private func entry(_ title: String, _ reference: String?, _ path: String, _ children: [ContentsEntry]) -> [ContentsEntry] {
        let target = reference.flatMap { place($0, path) }
        if target == nil && children.isEmpty { return [] }
        return [ContentsEntry(title: title, section: target?.section, anchor: target?.anchor, children: children)]
    }
}
