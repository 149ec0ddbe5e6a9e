import CMicroHTTPD

/// Whether the lines of a request's header stand in libmicrohttpd's buffer exactly as RFC 9112 has them.
///
/// libmicrohttpd 0.9.75 takes more than that: lines that end in LF alone, folded lines, several spaces in the request line, and a
/// NUL, at which it ends a text and hides the rest. It reads in place and puts zeros where CR and LF were, so everything of this
/// shows in where one text ends and the next begins. Whoever stands in front of us may read such a request otherwise than we do.
struct LineLayout {
    /// Later versions arrange their buffer in their own way, and refuse these requests themselves.
    static let isKnown = String(cString: MHD_get_version()) == "0.9.75"

    private let start: UnsafeRawPointer
    /// Where the next line has to begin.
    private var next: UnsafeRawPointer
    private(set) var isBroken = false

    /// Looks at the request line: method, space, target, space, version.
    /// - Parameter targetBytes: the length of the target as it came, which libmicrohttpd cuts at its query.
    init(method: UnsafePointer<CChar>, target: UnsafePointer<CChar>, targetBytes: Int, version: UnsafePointer<CChar>) {
        start = UnsafeRawPointer(method)
        next = UnsafeRawPointer(version) + String(cString: version).utf8.count + 2
        let methodBytes = String(cString: method).utf8.count
        isBroken = method + methodBytes + 1 != target || target + targetBytes + 1 != version
    }

    /// Looks at one field; they come in their order.
    mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard let line = name.baseAddress, let text = value.baseAddress, line == next else { return isBroken = true }
        next = text + value.count + 2
    }

    /// Looks at the empty line behind the last field.
    mutating func end(headerBytes: Int) {
        if next + 2 != start + headerBytes { isBroken = true }
    }
}
