/// Splits text into words for SQLite's full text index (FTS5); `tokenize='NAME'` in the table names it.
public struct FullTextTokenizer: Sendable {
    /// Takes one word: its form in the index, where it stands in the text (byte offsets), and whether it shares the
    /// position of the word before it (a stem beside its word). Answers false when no more are wanted.
    public typealias Emit = (_ token: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ colocated: Bool) -> Bool

    /// The name in the schema.
    public let name: String
    /// Emits the words of UTF-8 text in order; `forQuery` tells a search from a stored text.
    public let tokenize: @Sendable (_ text: UnsafeBufferPointer<UInt8>, _ forQuery: Bool, _ emit: Emit) -> Void

    /// A tokenizer by the name that schemas use.
    public init(
        name: String, tokenize: @escaping @Sendable (_ text: UnsafeBufferPointer<UInt8>, _ forQuery: Bool, _ emit: Emit) -> Void
    ) {
        self.name = name
        self.tokenize = tokenize
    }
}
