import CSQLite
import Database

/// Holds a tokenizer for as long as SQLite holds its address.
private final class TokenizerBox {
    let tokenizer: FullTextTokenizer
    init(_ tokenizer: FullTextTokenizer) { self.tokenizer = tokenizer }
}

/// Makes `tokenize='NAME'` known to the full text index of one connection.
func register(_ tokenizer: FullTextTokenizer, on connection: OpaquePointer) throws {
    let api = try fullTextAPI(of: connection)
    var methods = fts5_tokenizer(
        xCreate: { box, _, _, instance in
            // One instance per index; it needs nothing of its own, so it is the box itself.
            guard let box else { return SQLITE_ERROR }
            instance?.pointee = OpaquePointer(box)
            return SQLITE_OK
        },
        xDelete: { _ in },
        xTokenize: { instance, context, flags, text, length, emit in
            guard let instance, let emit else { return SQLITE_ERROR }
            let box = Unmanaged<TokenizerBox>.fromOpaque(UnsafeRawPointer(instance)).takeUnretainedValue()
            return tokenize(text, length, isQuery: flags & FTS5_TOKENIZE_QUERY != 0, with: box.tokenizer) {
                emit(context, $0 ? FTS5_TOKEN_COLOCATED : 0, $1, $2, $3, $4)
            }
        })
    let box = Unmanaged.passRetained(TokenizerBox(tokenizer))
    let code = api.pointee.xCreateTokenizer(api, tokenizer.name, box.toOpaque(), &methods) { box in
        guard let box else { return }
        Unmanaged<TokenizerBox>.fromOpaque(box).release()
    }
    guard code == SQLITE_OK else {
        box.release()
        throw sqliteError(code, on: connection)
    }
}

private func tokenize(
    _ text: UnsafePointer<CChar>?, _ length: Int32, isQuery: Bool, with tokenizer: FullTextTokenizer,
    emit: (_ colocated: Bool, UnsafePointer<CChar>?, Int32, Int32, Int32) -> Int32
) -> Int32 {
    guard let text, length > 0 else { return SQLITE_OK }
    var code = SQLITE_OK
    text.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { start in
        tokenizer.tokenize(UnsafeBufferPointer(start: start, count: Int(length)), isQuery) { token, from, to, colocated in
            guard let bytes = token.baseAddress, code == SQLITE_OK else { return code == SQLITE_OK }
            code = bytes.withMemoryRebound(to: CChar.self, capacity: token.count) {
                emit(colocated, $0, Int32(token.count), Int32(from), Int32(to))
            }
            return code == SQLITE_OK
        }
    }
    return code
}

/// FTS5 hands its functions out through a pointer bound to `SELECT fts5(?1)`; the type's name is the password.
func fullTextAPI(of connection: OpaquePointer) throws -> UnsafeMutablePointer<fts5_api> {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil)
    guard code == SQLITE_OK else { throw sqliteError(code, on: connection) }
    defer { sqlite3_finalize(statement) }
    var api: UnsafeMutablePointer<fts5_api>?
    // SQLite compares the name by content but keeps its address: a literal stays where it is.
    let typeName: StaticString = "fts5_api_ptr"
    typeName.utf8Start.withMemoryRebound(to: CChar.self, capacity: typeName.utf8CodeUnitCount + 1) { name in
        withUnsafeMutablePointer(to: &api) { address in
            _ = sqlite3_bind_pointer(statement, 1, address, name, nil)
            sqlite3_step(statement)
        }
    }
    guard let api else { throw DatabaseError.failed("This SQLite has no full text index (FTS5).") }
    return api
}
