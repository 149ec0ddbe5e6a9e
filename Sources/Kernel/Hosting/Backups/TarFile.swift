import Core
import Crypto
import Foundation

/// Writes files into one file in the form of `tar` (POSIX ustar, large sizes as GNU writes them), hashing as it goes.
struct TarWriter: ~Copyable {
    private let handle: FileHandle
    static let block = 512

    /// Begins a new file that only its owner can read.
    init(creating file: URL) throws {
        let descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BackupRefusal.notWritable(file.path, String(cString: strerror(errno))) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Adds a file under a name of at most 100 bytes; answers what the manifest says about it.
    mutating func add(_ file: URL, as name: String) throws -> BackupManifest.File {
        let input = try FileHandle(forReadingFrom: file)
        defer { try? input.close() }
        let size = Int64(try input.seekToEnd())
        try input.seek(toOffset: 0)
        try handle.write(contentsOf: try TarHeader(name: name, size: size).bytes)
        var digest = SHA256Digest()
        var left = size
        while left > 0 {
            guard let piece = try input.read(upToCount: Int(min(left, 1 << 20))), !piece.isEmpty else { throw BackupRefusal.changed(name) }
            piece.withUnsafeBytes { digest.update($0) }
            try handle.write(contentsOf: piece)
            left -= Int64(piece.count)
        }
        try handle.write(contentsOf: Data(count: TarHeader.padding(size)))
        return BackupManifest.File(name: name, size: size, sha256: digest.finish().hex)
    }

    /// Adds bytes.
    mutating func add(_ bytes: Data, as name: String) throws {
        try handle.write(contentsOf: try TarHeader(name: name, size: Int64(bytes.count)).bytes)
        try handle.write(contentsOf: bytes + Data(count: TarHeader.padding(Int64(bytes.count))))
    }

    /// Ends the file and waits until the disk has it.
    consuming func finish() throws {
        try handle.write(contentsOf: Data(count: 2 * Self.block))
        try handle.synchronize()
        try handle.close()
    }
}

/// Reads such a file from the beginning to the end.
struct TarReader: ~Copyable {
    private let handle: FileHandle
    private var left: Int64 = 0
    private var padding = 0

    init(_ file: URL) throws {
        do { handle = try FileHandle(forReadingFrom: file) } catch { throw BackupRefusal.unreadable(file.path) }
    }

    deinit { try? handle.close() }

    /// Goes on to the next file, past what is left of this one; nil at the end.
    mutating func next() throws -> TarHeader? {
        try handle.seek(toOffset: try handle.offset() + UInt64(left) + UInt64(padding))
        guard let block = try handle.read(upToCount: TarWriter.block), block.count == TarWriter.block else { throw BackupRefusal.cutOff }
        guard block.contains(where: { $0 != 0 }) else { return nil }
        let header = try TarHeader(Array(block))
        left = header.size
        padding = TarHeader.padding(header.size)
        return header
    }

    /// The next piece of the present file; nil at its end.
    mutating func read() throws -> Data? {
        guard left > 0 else { return nil }
        guard let piece = try handle.read(upToCount: Int(min(left, 1 << 20))), !piece.isEmpty else { throw BackupRefusal.cutOff }
        left -= Int64(piece.count)
        return piece
    }
}

/// Name and size of one file, in the 512 bytes before it.
struct TarHeader {
    let name: String
    let size: Int64

    static func padding(_ size: Int64) -> Int { Int((512 - size % 512) % 512) }

    init(name: String, size: Int64) throws {
        guard name.utf8.count <= 100 else { throw BackupRefusal.badName(name) }
        self.name = name
        self.size = size
    }

    init(_ block: [UInt8]) throws {
        func text(_ range: Range<Int>) -> String { String(decoding: block[range].prefix { $0 != 0 }, as: UTF8.self) }
        guard text(257..<262) == "ustar", Self.checksum(block) == Int(text(148..<155).trimmingCharacters(in: .whitespaces), radix: 8),
            block[156] == UInt8(ascii: "0")
        else { throw BackupRefusal.notABackup }
        name = text(0..<100)
        if block[124] == 0x80 {
            size = block[128..<136].reduce(0) { $0 << 8 | Int64($1) }
        } else {
            guard let octal = Int64(text(124..<136).trimmingCharacters(in: .whitespaces), radix: 8) else { throw BackupRefusal.notABackup }
            size = octal
        }
        guard size >= 0, size < 1 << 50 else { throw BackupRefusal.notABackup }
    }

    var bytes: Data {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ words: String, at offset: Int) { block.replaceSubrange(offset..<offset + words.utf8.count, with: words.utf8) }
        func octal(_ number: Int64, _ digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(name, at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        if size < 0o100_000_000_000 {
            put(octal(size, 11), at: 124)
        } else {
            block[124] = 0x80
            for index in 0..<8 { block[135 - index] = UInt8(truncatingIfNeeded: size >> (8 * Int64(index))) }
        }
        put(octal(0, 11), at: 136)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(Int64(Self.checksum(block)), 6), at: 148)
        block[155] = UInt8(ascii: " ")
        return Data(block)
    }

    /// The sum of the bytes, its own place counted as spaces.
    private static func checksum(_ block: [UInt8]) -> Int {
        block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
    }
}
