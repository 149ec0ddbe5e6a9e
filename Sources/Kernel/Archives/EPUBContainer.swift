import CMinizip
import Foundation

/// Writes the container of an EPUB file: a ZIP whose first entry is its media type, uncompressed and without extra fields, so that programs
/// know it by its first bytes (EPUB OCF 3.3, section 4.3). ``ZipWriter`` gives every entry a field for its time, which readers refuse there.
public struct EPUBContainer: ~Copyable {
    private let file: zipFile

    /// Why a container was not written: the disk is full, as a rule.
    public struct Failure: Error {}

    private init(_ file: zipFile) { self.file = file }

    /// Begins a container at `url`.
    /// - Throws: ``Failure``.
    public static func begin(at url: URL) throws(Failure) -> EPUBContainer {
        guard let file = zipOpen64(url.path, APPEND_STATUS_CREATE) else { throw Failure() }
        let container = EPUBContainer(file)
        try container.add(Array("application/epub+zip".utf8), as: "mimetype", method: 0)
        return container
    }

    deinit { zipClose(file, nil) }

    /// Adds an entry. The name is ASCII with `/` between folders.
    /// - Throws: ``Failure``.
    public func add(_ bytes: [UInt8], as name: String) throws(Failure) { try add(bytes, as: name, method: Z_DEFLATED) }

    /// Writes the directory at the end; the container is whole when this returns.
    /// - Throws: ``Failure``.
    public consuming func finish() throws(Failure) {
        let file = file
        discard self
        guard zipClose(file, nil) == ZIP_OK else { throw Failure() }
    }

    private func add(_ bytes: [UInt8], as name: String, method: Int32) throws(Failure) {
        // The first day that ZIP can name: the same story makes the same file.
        var info = zip_fileinfo()
        info.tmz_date.tm_mday = 1
        info.tmz_date.tm_year = 1980
        guard zipOpenNewFileInZip64(file, name, &info, nil, 0, nil, 0, nil, method, Z_DEFAULT_COMPRESSION, 0) == ZIP_OK else { throw Failure() }
        let written = bytes.withUnsafeBytes { zipWriteInFileInZip(file, $0.baseAddress, UInt32($0.count)) }
        guard zipCloseFileInZip(file) == ZIP_OK, written == ZIP_OK else { throw Failure() }
    }
}
