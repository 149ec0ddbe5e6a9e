extension Database {
    /// Runs work that nobody waits for, and runs it again where a busy database gave it up in favour of others: after 1, 4 and 15 seconds.
    public static func patiently<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        for pause in [1, 4, 15] {
            do { return try await body() } catch DatabaseError.busy { try await Task.sleep(for: .seconds(pause)) }
        }
        return try await body()
    }
}
