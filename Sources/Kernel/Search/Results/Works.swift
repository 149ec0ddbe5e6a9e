import Database

/// Which documents are editions of one work: those of one source with the same title and the same first author that can be told apart by their
/// kind, language, year or a facet. What differs in none of these is no edition: the issues of a newsletter, or what was entered twice. One
/// without an author stands alone, for many different texts are called “Newsletter”.
struct Works {
    /// A document by what tells its work, and its edition of it.
    struct Record: SQLRow {
        let id: Int64
        /// The row of its source that it stands for.
        let subject: Int64
        let title: Title
        /// One a line.
        let authors: String
        let kind: String
        let language: String?
        let year: Int?
        /// Lines of `name=value`.
        let facets: String

        static let columns: SQL = "d.id, d.subject, d.source, d.title_key, d.authors, d.kind, d.language, d.year, d.facets"

        init(row: inout RowReader) throws {
            id = try row.next()
            subject = try row.next()
            title = Title(source: try row.next(), key: try row.next())
            authors = try row.next()
            kind = try row.next()
            language = try row.next()
            year = try row.next()
            facets = try row.next()
        }

        var author: [String] { Works.author(of: authors) }

        fileprivate func edition(by names: Set<String>) -> Edition {
            let lines = names.isEmpty ? [] : DocumentRow.lines(facets).filter { line in names.contains { line.hasPrefix("\($0)=") } }
            return Edition(kind: kind, language: language, year: year, facets: lines)
        }
    }

    /// What a document is called in its source.
    struct Title: Hashable {
        let source: String
        /// The folded words.
        let key: String
    }

    fileprivate struct Edition: Hashable {
        let kind: String
        let language: String?
        let year: Int?
        let facets: [String]
    }

    /// The words of the first author in the order of the alphabet: “Austen, Jane” is Jane Austen. None where that names nobody.
    static func author(of lines: String) -> [String] {
        let words = SearchTokenizer.words(of: DocumentRow.lines(lines).first ?? "").sorted()
        return nobody.contains(words) ? [] : words
    }

    private static let nobody = Set(
        [
            "Anonymous", "Anon.", "Unknown", "Unknown author", "Various", "Various authors", "Traditional", "Trad.", "Anonym", "Okänd",
            "Okänd författare", "Diverse", "Diverse författare", "Flera författare", "Waandishi mbalimbali",
        ].map { SearchTokenizer.words(of: $0).sorted() })

    /// The first of the editions that each belongs to; nothing for a work of one edition.
    private let firsts: [Int64: Int64]

    /// - Parameter names: the facets that tell editions apart.
    init(_ records: some Sequence<Record>, apartBy names: Set<String>) {
        var firsts: [Int64: Int64] = [:]
        for same in Dictionary(grouping: records, by: \.title).values where same.count > 1 {
            for (author, documents) in Dictionary(grouping: same, by: \.author) where documents.count > 1 && !author.isEmpty {
                let alike = Dictionary(grouping: documents) { $0.edition(by: names) }.values
                let editions = alike.compactMap { $0.count == 1 ? $0.first?.id : nil }
                guard editions.count > 1, let first = editions.min() else { continue }
                for edition in editions { firsts[edition] = first }
            }
        }
        self.firsts = firsts
    }

    /// The number that the editions of a work have in common, where a document is one of several.
    func shared(by document: Int64) -> Int64? { firsts[document] }

    /// The work of a document.
    subscript(document: Int64) -> Int64 { firsts[document] ?? document }
}

extension SearchRun {
    /// A work with its best edition, and the others as rows of their source.
    struct RankedWork {
        let best: Ranked
        var others: [Int64] = []
    }

    /// The works of documents in their order, each at the place of its best edition; each document by itself unless editions are one answer.
    func works(_ ranked: [Ranked], known: [CountedCandidate]) throws -> [RankedWork] {
        guard let names = request.editionFacets else { return ranked.map { RankedWork(best: $0) } }
        var records = Dictionary(known.map { ($0.candidate.id, $0.record) }) { first, _ in first }
        let unknown = ranked.map(\.id).filter { records[$0] == nil }
        if !unknown.isEmpty { for record in try db.all(.works(of: unknown)) { records[record.id] = record } }
        let works = Works(records.values, apartBy: names)
        var list: [RankedWork] = []
        var places: [Int64: Int] = [:]
        for one in ranked {
            if let place = places[works[one.id]] {
                list[place].others.append(one.subject)
            } else {
                places[works[one.id]] = list.count
                list.append(RankedWork(best: one))
            }
        }
        return list
    }
}

extension SearchIndex {
    /// The editions of the work that a document is one of, itself among them, as rows of the source in the order in which they were entered:
    /// what a search with these `editionFacets` makes one answer. Empty where it is the only one, or isn't to be found. At most 1,000.
    public func editions(
        of subject: Int64, in source: String, filter: SearchFilter = SearchFilter(), editionFacets: Set<String>, in db: any Connection
    ) throws -> [Int64] {
        guard let known = try db.first(.work(of: subject, in: source, filter)), case let author = known.author, !author.isEmpty else { return [] }
        // Names are written in more than one way, so those that mean the author come first: many texts may have the title.
        let names = try db.all(.authors(of: known.title, filter, limit: Self.mostEditions, db.dialect))
            .filter { Works.author(of: $0) == author }
        let records = try db.all(.works(called: known.title, by: names, filter, limit: Self.mostEditions, db.dialect))
        let works = Works(records, apartBy: editionFacets)
        guard let work = works.shared(by: known.id) else { return [] }
        return records.filter { works.shared(by: $0.id) == work }.map(\.subject)
    }

    private static let mostEditions = 1000
}

extension Query where Row == Works.Record {
    /// What tells the works of documents, in no order.
    static func works(of documents: [Int64]) -> Self {
        "SELECT \(Works.Record.columns) FROM search_document d WHERE d.id IN \(list: documents.padded)"
    }

    /// What tells the work of the document of one row of its source.
    static func work(of subject: Int64, in source: String, _ filter: SearchFilter) -> Self {
        """
        SELECT \(Works.Record.columns) FROM search_document d
        WHERE d.source = \(source) AND d.subject = \(subject) AND \(sql: filter.documents)
        """
    }

    /// The documents with one title whose authors are written in one of these ways.
    static func works(called title: Works.Title, by authors: [String], _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT \(Works.Record.columns) FROM \(sql: called(title, dialect)) AND d.authors IN \(list: authors) AND \(sql: filter.documents)
        ORDER BY d.id LIMIT \(limit)
        """
    }
}

extension Query where Row == String {
    /// All ways in which the authors of documents with one title are written.
    static func authors(of title: Works.Title, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        "SELECT DISTINCT d.authors FROM \(sql: called(title, dialect)) AND \(sql: filter.documents) ORDER BY d.authors LIMIT \(limit)"
    }
}

/// SQLite would rather walk through all documents of a source than through these few.
private func called(_ title: Works.Title, _ dialect: Dialect) -> SQL {
    """
    search_document d \(raw: dialect == .sqlite ? "INDEXED BY search_document_title_key" : "")
    WHERE d.title_key = \(title.key) AND d.source = \(title.source)
    """
}
