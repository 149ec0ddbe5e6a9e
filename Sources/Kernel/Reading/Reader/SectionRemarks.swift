import Core
import Database
import Markup
import Platform
import Web

/// How much was said about the paragraphs of a section, and where it is read.
struct SectionRemarks: Sendable {
    /// One paragraph about which something was said.
    struct Paragraph: Sendable, Equatable {
        /// In code points of the section's plain text.
        let range: Range<Int>
        let count: Int
        let label: Text
        let path: String
    }

    let title: Text
    let paragraphs: [Paragraph]
    fileprivate let text: String

    /// The HTML of the section, with the way to what was said at the end of each paragraph.
    func marked(_ html: String) -> Node {
        let cuts = ParagraphEnds(html: html, text: text).cuts(paragraphs.map(\.range.upperBound))
        let pieces = zip(cuts.pieces, paragraphs)
        return Fragment {
            for (piece, paragraph) in pieces {
                Raw(piece)
                RemarkMark(paragraph: paragraph)
            }
            Raw(cuts.rest)
        }.node
    }
}

/// The number of what was said about a paragraph, at its end.
struct RemarkMark: HTML {
    let paragraph: SectionRemarks.Paragraph

    var body: some HTML {
        a(
            .class("reader-remark"), .href(paragraph.path), .data("remark"), .aria("label", paragraph.label), .title(paragraph.label)
        ) { String(paragraph.count) }
    }
}

extension Site {
    /// What was said about a section's paragraphs, as somebody may see it; nil where there is no place for that.
    func remarks(on section: Int, of publication: Publication, for identity: Identity, in db: any Connection) throws -> SectionRemarks? {
        guard let owner = extensions[.sectionLinks].first(where: { $0.ownerKind == publication.card.ownerKind }), let remarks = owner.remarks,
            remarks.applies?(publication) ?? true
        else { return nil }
        guard let link = try owner.link(section, publication, identity, db) else {
            return remarks.applies == nil ? nil : SectionRemarks(title: remarks.title, paragraphs: [], text: "")
        }
        let passages = try remarks.passages(section, publication, identity, db)
        guard !passages.isEmpty, let text = try Publications(clock: clock).text(section, of: publication.id, in: db) else {
            return SectionRemarks(title: remarks.title, paragraphs: [], text: "")
        }
        let paragraphs = Paragraphs(text)
        var counts: [Range<Int>: Int] = [:]
        for said in passages where said.count > 0 {
            if let range = paragraphs.paragraph(of: said.passage) { counts[range, default: 0] += said.count }
        }
        return SectionRemarks(
            title: remarks.title,
            paragraphs: counts.sorted { $0.key.lowerBound < $1.key.lowerBound }.map { range, count in
                .init(range: range, count: count, label: remarks.label(count), path: Self.path(link.path, of: range))
            }, text: text)
    }

    private static func path(_ path: String, of range: Range<Int>) -> String {
        link(path, query: [SectionLinks.Remarks.parameter: "\(range.lowerBound)-\(range.upperBound)"])
    }
}

/// How much was said about which paragraphs, as programs read it.
struct RemarksJSON: JSONAnswer, Codable {
    struct Paragraph: Codable, Sendable {
        /// In code points of the section's plain text.
        let start: Int
        let end: Int
        let count: Int
        /// In the language of the request.
        let label: String
        /// The page that shows it.
        let path: String
    }

    let items: [Paragraph]

    init(_ remarks: SectionRemarks?, for request: Request) {
        items = (remarks?.paragraphs ?? []).map {
            Paragraph(
                start: $0.range.lowerBound, end: $0.range.upperBound, count: $0.count, label: request.render($0.label), path: $0.path)
        }
    }
}
