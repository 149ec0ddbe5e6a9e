import Foundation

/// The program `stoa-converter`, which is built beside this one, and the folders of libraries that it needs beyond the system's.
struct ConverterProgram: Sendable {
    let path: String
    let libraries: [String]

    /// The one beside the program that runs; nil when there is none.
    static let beside: ConverterProgram? = {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("stoa-converter").path
        return FileManager.default.isExecutableFile(atPath: path) ? ConverterProgram(path: path, libraries: runtime) : nil
    }()

    init(path: String, libraries: [String]) {
        self.path = path
        self.libraries = libraries
    }

    /// Where this process found the Swift runtime; nothing when it carries its own. What lies below `/usr` is in the box anyway.
    private static let runtime: [String] = {
        // Read through a handle: files of the kernel tell no size, and are read only in part otherwise.
        guard let handle = FileHandle(forReadingAtPath: "/proc/self/maps"), let maps = try? handle.readToEnd() else { return [] }
        let folders = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
            guard let slash = line.firstIndex(of: "/"), line.hasSuffix("/libswiftCore.so") else { return nil }
            return URL(fileURLWithPath: String(line[slash...])).deletingLastPathComponent().path
        }
        return Set(folders).filter { !$0.hasPrefix("/usr/") }.sorted()
    }()
}
