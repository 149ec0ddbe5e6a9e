import CQRencode

/// Why something cannot be written as a QR code.
public enum QRCodeError: Error, Equatable, Sendable {
    /// More than a code holds, or empty.
    case badLength
}

/// A QR code (ISO/IEC 18004) as a square of dark and light modules, with error correction for a quarter of damage or dirt.
public struct QRCode: Equatable, Sendable {
    /// Modules on each side, without the quiet zone.
    public let size: Int
    /// Row by row; true is dark.
    private let dark: [Bool]

    /// Most bytes that a code of this strength holds.
    public static let longest = 1_663

    /// The smallest code that says `text`.
    public init(_ text: String) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_Q) else {
            throw .badLength
        }
        self.init(code)
    }

    /// The smallest code that says `capitals`, which are `A` to `Z` and digits only: fewer modules, and error correction for a sixth, as suits
    /// a screen.
    public init(capitals: String) throws(QRCodeError) {
        let isPlain = capitals.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard isPlain, (1...Self.longest).contains(capitals.utf8.count), let code = QRcode_encodeString(capitals, 0, QR_ECLEVEL_M, QR_MODE_8, 1)
        else {
            throw .badLength
        }
        self.init(code)
    }

    private init(_ code: UnsafeMutablePointer<CQRencode.QRcode>) {
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
        // The lowest bit of each module says whether it is dark.
        dark = modules.map { $0 & 1 == 1 }
    }

    /// Whether the module in a column and row is dark; outside the code all is light.
    public func isDark(column: Int, row: Int) -> Bool {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
        return dark[row * size + column]
    }

    /// The light border that readers need, in modules.
    public static let quietZone = 4

    /// One SVG path of all dark modules, a run of them as one bar, in a box of `size` and the quiet zone on both sides.
    public var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard isDark(column: column, row: row) else {
                    column += 1
                    continue
                }
                var end = column
                while isDark(column: end, row: row) { end += 1 }
                path += "M\(column + Self.quietZone) \(row + Self.quietZone)h\(end - column)v1h-\(end - column)z"
                column = end
            }
        }
        return path
    }

    /// The side of the box around ``path``.
    public var boxSize: Int { size + 2 * Self.quietZone }

    /// A picture by itself: dark on white whatever surrounds it, since readers expect that.
    public var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(boxSize) \(boxSize)" shape-rendering="crispEdges">\
        <path fill="#fff" d="M0 0h\(boxSize)v\(boxSize)H0z"/><path fill="#000" d="\(path)"/></svg>
        """
    }
}
