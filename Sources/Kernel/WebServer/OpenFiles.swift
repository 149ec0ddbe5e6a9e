import Glibc

/// How many files and sockets this process may have open.
public enum OpenFiles {
    /// What is asked for at most: programs that we start inherit the limit, and some of them close every number below it.
    public static let most = 65_536

    /// Raises the soft limit, which systems leave at 1,024, as far as the hard one lets us.
    /// - Returns: the limit that holds now.
    @discardableResult
    public static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let wanted = min(limit.rlim_max, rlim_t(most))
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}

extension ServerLimits {
    /// Takes no more connections than there are files for: each may also send or receive one, and the rest of the process needs some.
    public mutating func fit(openFiles: Int) {
        connections = min(connections, max((openFiles - 256) / 2, 16))
        connectionsPerAddress = min(connectionsPerAddress, max(connections / 4, 8))
    }
}
