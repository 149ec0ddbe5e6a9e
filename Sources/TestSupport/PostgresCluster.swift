import Foundation

/// A PostgreSQL server that lives as long as the tests: the one that `./stoa test` hands in through
/// `STOA_TEST_POSTGRES`, or one that is started here on a socket in a temporary folder.
public struct PostgresCluster: Sendable {
    /// Why there is no server.
    public struct Failure: Error, CustomStringConvertible {
        /// What could not be done.
        public let description: String
    }

    /// How to reach its maintenance database, as libpq's `key=value` words.
    public let url: String

    static var isAvailable: Bool { handedIn != nil || tools != nil }

    /// The server of this test run, started when first asked for.
    static func shared() throws -> PostgresCluster { try started.get() }

    private static let started = Result { try handedIn.map(PostgresCluster.init) ?? start() }

    private static var handedIn: String? {
        ProcessInfo.processInfo.environment["STOA_TEST_POSTGRES"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder of `initdb` and `pg_ctl`, which Debian keeps out of the path.
    private static var tools: String? {
        let versions = "/usr/lib/postgresql"
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
        return folders.sorted().map { "\(versions)/\($0)/bin" }.last { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }

    private static func start() throws -> PostgresCluster {
        guard let tools else { throw Failure(description: "PostgreSQL is not installed.") }
        // Short, because a socket's path may have no more than 107 bytes.
        let folder = "/tmp/stoa-pg-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // The server refuses to run as root.
        let isRoot = getuid() == 0
        if isRoot { try run(["chown", "postgres", folder]) }
        let asServer = isRoot ? ["runuser", "-u", "postgres", "--"] : []
        try run(
            asServer + ["\(tools)/initdb", "-D", "\(folder)/data", "-U", "stoa", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"])
        // Nothing here outlives the tests, so nothing waits for the disk.
        let options = "-c listen_addresses='' -c unix_socket_directories=\(folder) -c fsync=off -c max_connections=600"
        let control = asServer + ["\(tools)/pg_ctl", "-D", "\(folder)/data", "-s"]
        try run(control + ["-w", "-l", "\(folder)/log", "-o", options, "start"])
        // Left behind to clean up once this process has gone, however it goes.
        let watch = "pid=$1; folder=$2; shift 2; while kill -0 $pid; do sleep 1; done; \"$@\"; rm -rf \"$folder\""
        _ = try spawn(["setsid", "sh", "-c", watch, "watch", "\(getpid())", folder] + control + ["-m", "immediate", "stop"])
        return PostgresCluster(url: "host=\(folder) user=stoa dbname=postgres")
    }

    private static func run(_ words: [String]) throws {
        var status: Int32 = 0
        guard waitpid(try spawn(words), &status, 0) > 0, status == 0 else {
            throw Failure(description: "\(words.joined(separator: " ")) ended with status \(status).")
        }
    }

    /// Starts a program that holds nothing of ours open. Foundation's `Process` waits until every descendant has closed
    /// a socket that it hands them, and the server is a descendant that stays.
    private static func spawn(_ words: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
        for descriptor: Int32 in 3...1023 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(description: "\(words[0]) could not be started (\(code)).") }
        return process
    }
}
