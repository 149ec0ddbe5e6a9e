import Database

/// Which documents are editions of one work: they have the same title and the same first author. One without an author stands alone, for
/// many different texts are called “Newsletter”.
struct Works {
    /// A document by what tells its work.
    struct Record: SQLRow {
        let id: Int64
        /// The folded words of its title.
        let titleKey: String
        /// One a line.
        let authors: String

        static let columns: SQL = "d.id, d.title_key, d.authors"

        init(row: inout RowReader) throws {
            id = try row.next()
            titleKey = try row.next()
            authors = try row.next()
        }

        init(id: Int64, titleKey: String, authors: String) {
            (self.id, self.titleKey, self.authors) = (id, titleKey, authors)
        }

        var author: [String] { Works.author(of: authors) }
    }

    /// The words of the first author in the order of the alphabet: “Austen, Jane” is Jane Austen.
    static func author(of lines: String) -> [String] { SearchTokenizer.words(of: DocumentRow.lines(lines).first ?? "").sorted() }

    /// The first of the editions that each belongs to; nothing for a work of one edition.
    private let firsts: [Int64: Int64]

    init(_ records: some Sequence<Record>) {
        var firsts: [Int64: Int64] = [:]
        for same in Dictionary(grouping: records, by: \.titleKey).values where same.count > 1 {
            for (author, editions) in Dictionary(grouping: same, by: \.author) where editions.count > 1 && !author.isEmpty {
                let first = editions.map(\.id).min()
                for edition in editions { firsts[edition.id] = first }
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
        guard request.groupsEditions else { return ranked.map { RankedWork(best: $0) } }
        var records = Dictionary(known.map { ($0.candidate.id, $0.record) }) { first, _ in first }
        let unknown = ranked.map(\.id).filter { records[$0] == nil }
        if !unknown.isEmpty { for record in try db.all(.works(of: unknown)) { records[record.id] = record } }
        let works = Works(records.values)
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

extension Query where Row == Works.Record {
    /// What tells the works of documents, in no order.
    static func works(of documents: [Int64]) -> Self {
        "SELECT \(Works.Record.columns) FROM search_document d WHERE d.id IN \(list: documents.padded)"
    }
}
