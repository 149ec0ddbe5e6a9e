import CSQLite
import Database
import Foundation

/// Makes `full_text_words(TOKENIZER, TEXT)` known to one connection, what `plainto_tsquery` is on PostgreSQL: an expression for
/// `MATCH` that asks for every word of the text, split by one of SQLite's own tokenizers with its options, as the schema has it.
///
/// FTS5 takes a quoted word that its tokenizer splits for a phrase, and an index without positions refuses those.
func registerFullTextWords(on connection: OpaquePointer) throws {
    let api = try fullTextAPI(of: connection)
    let code = sqlite3_create_function_v2(
        connection, "full_text_words", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, api,
        { context, _, values in
            guard let context, let values, let data = sqlite3_user_data(context) else { return }
            let api = data.assumingMemoryBound(to: fts5_api.self)
            guard let words = words(of: text(values[1]), tokenizer: text(values[0]).split(separator: " ").map(String.init), api) else {
                return sqlite3_result_error_code(context, SQLITE_ERROR)
            }
            // An empty phrase is no error, and is found nowhere.
            let expression = words.isEmpty ? "\"\"" : words.map { "\"\($0)\"" }.joined(separator: " AND ")
            sqlite3_result_text(context, expression, -1, transient)
        }, nil, nil, nil)
    guard code == SQLITE_OK else { throw sqliteError(code, on: connection) }
}

private func text(_ value: OpaquePointer?) -> String {
    sqlite3_value_text(value).map { String(cString: $0) } ?? ""
}

/// The words of `text`; nil where SQLite has no such tokenizer.
private func words(of text: String, tokenizer: [String], _ api: UnsafeMutablePointer<fts5_api>) -> [String]? {
    guard let name = tokenizer.first else { return nil }
    var own: UnsafeMutableRawPointer?
    var methods = fts5_tokenizer()
    guard api.pointee.xFindTokenizer(api, name, &own, &methods) == SQLITE_OK, let create = methods.xCreate, let split = methods.xTokenize
    else { return nil }
    let options = tokenizer.dropFirst().map { strdup($0.trimming("'")) }
    defer { for option in options { free(option) } }
    var arguments = options.map { UnsafePointer($0) }
    var instance: OpaquePointer?
    guard create(own, &arguments, Int32(arguments.count), &instance) == SQLITE_OK else { return nil }
    defer { methods.xDelete?(instance) }
    var found: [String] = []
    let code = withUnsafeMutablePointer(to: &found) { found in
        split(instance, found, FTS5_TOKENIZE_QUERY, text, Int32(text.utf8.count)) { found, _, token, length, _, _ in
            guard let found, let token else { return SQLITE_ERROR }
            token.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
                let word = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
                found.assumingMemoryBound(to: [String].self).pointee.append(word)
            }
            return SQLITE_OK
        }
    }
    return code == SQLITE_OK ? found : nil
}

extension String {
    fileprivate func trimming(_ mark: Character) -> String { String(drop { $0 == mark }.reversed().drop { $0 == mark }.reversed()) }
}
