import Core
import Database
import Web

/// A value that fits on one line of a form.
protocol ItemValue: SQLConvertible, CustomStringConvertible {
    /// How JSON carries it.
    associatedtype Member: Codable, JSONTextValue, LosslessStringConvertible, Sendable

    var member: Member { get }
}

extension Int: ItemValue { var member: Int { self } }
extension String: ItemValue { var member: String { self } }
extension ISBN: ItemValue { var member: String { description } }

/// What a value must be like.
struct ItemValueRule<Value: ItemValue>: Sendable {
    let schema: Schema
    let inputLength: Int
    let isNumber: Bool
    /// The value of tidied words that are not empty, or what is wrong with them.
    let read: @Sendable (String) -> Result<Value, Fault>
    /// The value that comes nearest, for files that nobody can ask.
    let fit: @Sendable (String) -> Value?

    struct Fault: Error {
        let words: Text
    }
}

extension ItemValueRule<Int> {
    /// A whole number. Of a date, a file's year is the beginning.
    static func number(_ range: ClosedRange<Int>, _ refusal: Text) -> Self {
        let digits = String(range.upperBound).count
        @Sendable func number(_ words: String) -> Int? { Int(words).flatMap { range.contains($0) ? $0 : nil } }
        return Self(
            schema: .integer(in: range), inputLength: digits, isNumber: true,
            read: { number($0).map(Result.success) ?? .failure(.init(words: refusal)) },
            fit: { Int($0) == nil ? number(String($0.prefix(digits))) : number($0) })
    }
}

extension ItemValueRule<String> {
    /// Words up to a length; `refusal` is told how long they are.
    static func words(most: Int, _ refusal: @escaping @Sendable (Int) -> Text) -> Self {
        Self(
            schema: .text(most: most), inputLength: most, isNumber: false,
            read: { $0.length > most ? .failure(.init(words: refusal($0.length))) : .success($0) },
            fit: { words in
                let tidied = words.tidied(limit: most)
                return tidied.isEmpty ? nil : tidied
            })
    }
}

extension ItemValueRule<ISBN> {
    /// Ten or thirteen digits, with hyphens or without.
    static var isbn: Self {
        Self(
            schema: .text(most: 30), inputLength: 20, isNumber: false,
            read: { written in
                ISBN(written).map(Result.success)
                    ?? .failure(.init(words: "This isn’t an ISBN: it needs 10 or 13 digits, and the last one must fit the others."))
            },
            fit: { ISBN($0) })
    }
}

extension ItemField {
    /// One short value that may be missing: on the editor, the item's page, in the API, in imports.
    /// - Parameter caption: what the item's page calls it, where that is shorter than `label`.
    @inline(__always)
    static func line<Value: ItemValue>(
        _ name: String, column: String, _ path: any WritableKeyPath<ItemMetadata, Value?> & Sendable, label: Text, caption: Text? = nil,
        _ rule: ItemValueRule<Value>, from source: ItemSource, isListed: Bool = true, isSearched: Bool = false, facet: ItemFacet? = nil
    ) -> Self {
        Self(
            name: name, label: label, text: { $0[keyPath: path]?.description ?? "" },
            read: { written, metadata, _ in
                let words = written.tidied()
                metadata[keyPath: path] = nil
                guard !words.isEmpty else { return nil }
                switch rule.read(words) {
                case .success(let value):
                    metadata[keyPath: path] = value
                    return nil
                case .failure(let fault): return fault.words
                }
            },
            columns: .column(column, path),
            member: ItemMember(rule.schema, clears: true, value: { $0[keyPath: path]?.member }, text: { $0.description }),
            isListed: isListed, isSearched: isSearched, facet: facet,
            line: Line(
                caption: caption ?? label, inputLength: rule.inputLength, isNumber: rule.isNumber, source: source,
                fit: { written, metadata in metadata[keyPath: path] = rule.fit(written) }))
    }

    /// Words that are always there, if only as an empty text.
    /// - Parameters:
    ///   - missing: what an empty text is told; nil where it may be empty.
    ///   - tooLong: what a text of so many characters is told.
    static func words(
        _ name: String, _ path: any WritableKeyPath<ItemMetadata, String> & Sendable, label: Text, most: Int, missing: Text? = nil,
        tooLong: @escaping @Sendable (Int) -> Text, sortColumn: String? = nil, isListed: Bool, isSearched: Bool = false
    ) -> Self {
        Self(
            name: name, label: label, text: { $0[keyPath: path] },
            read: { written, metadata, _ in
                let words = written.tidied()
                metadata[keyPath: path] = words
                return words.isEmpty ? missing : words.length > most ? tooLong(words.length) : nil
            },
            columns: .column(name, path, sortKey: sortColumn.map { ($0, \.sortKey) }),
            member: ItemMember(
                .text(missing == nil ? .any : .words, most: most), isRequired: true, clears: missing == nil, value: { $0[keyPath: path] },
                text: { $0 }),
            isListed: isListed, isSearched: isSearched)
    }

    /// One of a fixed list.
    @inline(__always)
    static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable & SendableMetatype>(
        _ name: String, label: Text, columns: ItemColumns, get: @escaping @Sendable (ItemMetadata) -> Value?,
        set: @escaping @Sendable (inout ItemMetadata, Value) -> Void, refusal: Text, isRequired: Bool, facet: ItemFacet? = nil
    ) -> Self {
        Self(
            name: name, label: label, text: { get($0)?.rawValue ?? "" },
            read: { written, metadata, _ in
                guard let value = Value(rawValue: written) else { return refusal }
                set(&metadata, value)
                return nil
            },
            columns: columns,
            member: ItemMember(.oneOf(Value.self), isRequired: isRequired, value: { get($0)?.rawValue }, text: { $0 }), facet: facet)
    }
}
