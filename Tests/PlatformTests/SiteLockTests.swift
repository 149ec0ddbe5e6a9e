import Foundation
import Platform
import TestSupport
import Testing

@Suite struct SiteLockTests {
    @Test func `one process has a site at a time, and lets go of it while a program that it starts still has its files`() async throws {
        try await withTemporaryFolder { folder in
            let site = SiteFolder(folder)
            let first = try SiteLock(site)
            #expect(throws: SiteRefusal.self) { _ = try SiteLock(site) }
            let copies = try Self.copies(of: site.lock)
            defer { for copy in copies { close(copy) } }
            #expect(!copies.isEmpty, "a copy, as a program has it between its fork and its start")
            first.release()
            let second = try SiteLock(site)
            second.release()
        }
    }

    /// Copies of the descriptors with which this process has a file open.
    private static func copies(of file: URL) throws -> [Int32] {
        let path = file.resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            guard let number = Int32(name), (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path else {
                return nil
            }
            return dup(number)
        }
    }
}
