import Database
import Search

/// A fresh database with what the site's own opening registers on it.
func withSiteDatabase<T>(on engine: Engine, _ body: (Database) async throws -> T) async throws -> T {
    try await withDatabase(on: engine, tokenizers: [SearchTokenizer.fullText], body)
}
