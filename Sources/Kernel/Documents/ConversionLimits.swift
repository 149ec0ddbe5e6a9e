/// The most that one file may cost. Everything is counted while reading; nothing trusts what a file says of itself.
public struct ConversionLimits: Sendable {
    /// Bytes of the file itself.
    public var fileBytes: Int64 = 512 << 20
    /// Entries in an archive.
    public var archiveEntries = 10_000
    /// Bytes of one unpacked entry.
    public var entryBytes: Int64 = 64 << 20
    /// Bytes of all unpacked entries.
    public var archiveBytes: Int64 = 512 << 20
    /// How many times larger than the packed file the unpacked entries may be, beyond the first 32 MiB.
    public var archiveRatio: Int64 = 40
    /// Bytes of an entry's name.
    public var nameBytes = 1024
    /// Bytes of one text that is parsed in memory: a chapter, a package document, a plain text.
    public var textBytes: Int64 = 24 << 20
    /// Elements inside one another.
    public var depth = 250
    /// Sections of one document.
    public var sections = 10_000
    /// Bytes of one picture.
    public var imageBytes: Int64 = 24 << 20
    /// Pixels of one picture.
    public var imagePixels = 100_000_000
    /// Pages of a PDF.
    public var pages = 5_000
    /// Pages that are read by text recognition.
    public var recognisedPages = 500
    /// Seconds of wall-clock time for one run of a program in the box.
    public var programSeconds = 120.0
    /// Seconds of wall-clock time for writing a recording anew, in a form that browsers play.
    public var recodingSeconds = 1800.0
    /// Bytes of address space for one program in the box.
    public var programMemory: Int64 = 4 << 30
    /// Seconds of wall-clock time for one file from beginning to end; the recognition of a long scan takes hours.
    public var conversionSeconds = 4 * 3600.0
    /// Seconds of processor time for everything that our own parsers do with one file.
    public var parserSeconds = 120
    /// Bytes of address space for our own parsers.
    public var parserMemory: Int64 = 2 << 30
    /// Bytes of one file written, and of the text printed, by a program in the box.
    public var programOutput: Int64 = 256 << 20

    /// The limits of a small server.
    public init() {}

    /// The limits of one picture that is made smaller: 50 million pixels, as large phones take them, decode in half a gigabyte.
    public static let picture: ConversionLimits = {
        var limits = ConversionLimits()
        limits.imagePixels = 50_000_000
        limits.programMemory = 2 << 30
        return limits
    }()
}
