import CMarkdown
import Core
import Documents

/// GitHub-flavoured Markdown: tables, footnotes, strikethrough, task lists, bare links.
enum Markdown {
    /// Registered once per process; the library keeps a list of its own.
    private static let extensions: Void = cmark_gfm_core_extensions_ensure_registered()

    /// HTML as its author wrote it, not yet safe.
    static func html(_ markdown: Substring) throws(ConversionRefusal) -> [UInt8] {
        _ = extensions
        let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_UNSAFE
        guard let parser = cmark_parser_new(options) else { throw .storage }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var source = String(markdown)
        source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let document = cmark_parser_finish(parser) else { throw .storage }
        defer { cmark_node_free(document) }
        guard let html = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser)) else { throw .storage }
        defer { cmark_get_default_mem_allocator().pointee.free(html) }
        return Array(String(cString: html).utf8)
    }
}

/// The block of facts between `---` lines at the top of a Markdown file: the plain part of YAML that such blocks use.
enum FrontMatter {
    static func split(_ text: String) -> (DocumentMetadata, body: Substring) {
        var metadata = DocumentMetadata()
        let lines = text.split(separator: "\n", maxSplits: 200, omittingEmptySubsequences: false)
        guard lines.count > 2, lines[0].foldedEnd == "---",
            let end = lines.dropFirst().dropLast().firstIndex(where: { $0.foldedEnd == "---" || $0.foldedEnd == "..." })
        else { return (metadata, text[...]) }
        for (name, values) in entries(lines[1..<end]) {
            switch name {
            case "title": metadata.title = values.first ?? ""
            case "author", "authors": metadata.authors = Array(values.prefix(20))
            case "lang", "language": metadata.language = values.first.flatMap { Language.isTag($0) ? Language($0) : nil }
            case "description", "summary", "abstract": metadata.description = values.first
            case "date", "year": metadata.year = values.first.flatMap { Year.first(in: $0) }
            case "publisher": metadata.publisher = values.first
            case "tags", "keywords", "subjects", "subject": metadata.subjects = Array(values.prefix(50))
            case "series": metadata.series = values.first
            case "isbn": metadata.isbn = values.first.flatMap { ISBN.first(in: $0) }
            case "rights", "license", "licence": metadata.rights = values.first
            default: break
            }
        }
        return (metadata, text[lines[end].endIndex...])
    }

    /// `name: value`, `name: [a, b]`, and `- a` lines below a name.
    private static func entries(_ lines: ArraySlice<Substring>) -> [(String, [String])] {
        var entries: [(String, [String])] = []
        for line in lines {
            let trimmed = line.drop(while: \.isWhitespace)
            if trimmed.hasPrefix("- "), let last = entries.indices.last {
                entries[last].1 += [unquoted(trimmed.dropFirst(2))].compactMap { $0 }
            } else if let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false {
                let value = line[line.index(after: colon)...].foldedEnd.drop(while: \.isWhitespace)
                let isList = value.hasPrefix("[") && value.hasSuffix("]")
                let values = isList ? value.dropFirst().dropLast().split(separator: ",") : [value]
                entries.append((line[..<colon].lowercased(), values.compactMap { unquoted($0) }))
            }
        }
        return entries
    }

    private static func unquoted(_ value: Substring) -> String? {
        var words = String(value).foldingWhitespace()
        if words.count >= 2, let first = words.first, first == words.last, first == "\"" || first == "'" {
            words = String(words.dropFirst().dropLast())
        }
        return words.catalogued(1000)
    }
}

extension Substring {
    /// Without white space at its end.
    var foldedEnd: Substring {
        var rest = self
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
