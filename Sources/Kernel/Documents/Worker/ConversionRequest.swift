/// What the server asks of a converter: to read the file in `/in/file`, under this name, within these limits.
package struct ConversionRequest: Sendable {
    /// What the file's sender called it.
    package var name: String
    package var limits: ConversionLimits

    /// Numbers of pictures that the caller has. Markdown shows them by `picture:NUMBER`; they become resources without a file.
    package var pictures: [Int64] = []
    /// Whether a picture is taken as a file, for the words that are recognised in it.
    package var recognisesText = false

    package init(name: String, limits: ConversionLimits) {
        self.name = name
        self.limits = limits
    }

    /// Raised whenever the two sides would misunderstand each other; they are built together.
    package static let version: UInt8 = 3

    package var bytes: [UInt8] {
        var writer = WireWriter()
        writer.byte(Self.version)
        writer.string(name)
        writer.byte(recognisesText ? 1 : 0)
        writer.int(pictures.count)
        for number in pictures { writer.int(Int(number)) }
        for value in limits.numbers { writer.int(value) }
        writer.double(limits.programSeconds)
        writer.double(limits.recodingSeconds)
        return writer.bytes
    }

    package init(_ bytes: [UInt8]) throws(WireReader.Fault) {
        var reader = WireReader(bytes[...])
        guard try reader.byte() == Self.version else { throw WireReader.Fault() }
        name = try reader.string(1 << 20)
        recognisesText = try reader.byte() == 1
        for _ in 0..<(try reader.int(in: 0...10_000)) { pictures.append(Int64(try reader.int(in: 0...Int.max))) }
        var numbers: [Int] = []
        for _ in ConversionLimits().numbers { numbers.append(try reader.int(in: 0...Int.max)) }
        limits = ConversionLimits(numbers, programSeconds: try reader.double())
        limits.recodingSeconds = try reader.double()
    }
}

extension ConversionLimits {
    /// Every limit that is a whole number, in a fixed order.
    fileprivate var numbers: [Int] {
        [
            Int(fileBytes), archiveEntries, Int(entryBytes), Int(archiveBytes), Int(archiveRatio), nameBytes, Int(textBytes), depth, sections,
            Int(imageBytes), imagePixels, pages, recognisedPages, Int(programMemory), Int(programOutput), Int(parserMemory), parserSeconds,
        ]
    }

    fileprivate init(_ numbers: [Int], programSeconds: Double) {
        var rest = numbers[...]
        func next() -> Int { rest.popFirst() ?? 0 }
        fileBytes = Int64(next())
        archiveEntries = next()
        entryBytes = Int64(next())
        archiveBytes = Int64(next())
        archiveRatio = Int64(next())
        nameBytes = next()
        textBytes = Int64(next())
        depth = next()
        sections = next()
        imageBytes = Int64(next())
        imagePixels = next()
        pages = next()
        recognisedPages = next()
        programMemory = Int64(next())
        programOutput = Int64(next())
        parserMemory = Int64(next())
        parserSeconds = next()
        self.programSeconds = programSeconds
    }
}
