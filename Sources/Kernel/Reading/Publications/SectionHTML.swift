/// Turns the addresses of converted HTML into addresses of the reader.
///
/// `section:3#note` becomes `3#s3-note` and `resource:map.png` becomes `resources/map.png`, both relative to
/// `/read/{publication}/{section}`. Every `id` gets the number of its section in front, because the reader shows several sections
/// on one page; references to ids follow.
struct SectionHTML {
    /// The number of the section, counted from 0.
    let section: Int
    /// Whether the page shows this section alone, at an address of its own: links to places in it then stay on the page.
    var isAlone = false

    /// The `id` as it stands on the page. Converters that name sections themselves are left alone.
    static func anchor(_ id: some StringProtocol, in section: Int) -> String {
        let prefix = "s\(section)-"
        return id.hasPrefix(prefix) ? String(id) : prefix + id
    }

    /// Rewrites the attributes of sanitised HTML; text is passed on untouched, whatever it looks like.
    func rewritten(_ html: String) -> String {
        var output = ""
        output.reserveCapacity(html.utf8.count + html.utf8.count / 16)
        // By bytes: a letter that joins the mark before or behind it would hide that mark.
        var rest = html[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            output += rest[..<open]
            rest = rest[open...]
            let end = Self.endOfTag(rest)
            rewriteTag(rest[..<end], into: &output)
            rest = rest[end...]
        }
        return output + rest
    }

    /// Just past the `>` that ends the tag at the beginning of `html`; quoted values may hold others.
    static func endOfTag(_ html: Substring) -> String.Index {
        var quote: UInt8?
        for index in html.utf8.indices {
            let byte = html.utf8[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return html.utf8.index(after: index)
            }
        }
        return html.endIndex
    }

    private func rewriteTag(_ tag: Substring, into output: inout String) {
        var rest = tag
        while let equals = rest.utf8.firstRange(of: "=\"".utf8) {
            let name = rest[..<equals.lowerBound].split(whereSeparator: \.isWhitespace).last ?? ""
            output += rest[..<equals.upperBound]
            rest = rest[equals.upperBound...]
            guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) else { break }
            output += value(rest[..<end], of: name.lowercased()) + "\""
            rest = rest[rest.utf8.index(after: end)...]
        }
        output += rest
    }

    private func value(_ value: Substring, of name: String) -> String {
        switch name {
        case "id":
            return Self.anchor(value, in: section)
        case "for", "headers", "aria-labelledby", "aria-describedby":
            return value.split(separator: " ").map { Self.anchor($0, in: section) }.joined(separator: " ")
        case "href", "src", "xlink:href", "poster":
            return address(value)
        default:
            return String(value)
        }
    }

    private func address(_ address: Substring) -> String {
        if address.hasPrefix("resource:") { return "resources/" + address.dropFirst("resource:".count) }
        if address.hasPrefix("#") { return (isAlone ? "#" : "\(section)#") + Self.anchor(address.dropFirst(), in: section) }
        guard address.hasPrefix("section:") else { return String(address) }
        let target = address.dropFirst("section:".count).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = target.first, let number = Int(first) else { return "#" }
        return target.count == 1 ? "\(number)" : "\(number)#" + Self.anchor(target[1], in: number)
    }
}
