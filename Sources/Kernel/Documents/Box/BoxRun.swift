import Foundation

/// One run of a program in the box: what it may see and how much it may use.
struct BoxRun {
    /// The program's name in `/usr/bin`.
    var program: String
    /// Its arguments. Inputs are at `/in/NAME`, the output folder is `/out`.
    var arguments: [String]
    /// Files it may read, by the name under `/in`.
    var inputs: [String: URL] = [:]
    /// The one folder it may write to; the program sees it as `/out`.
    var output: URL?
    /// Seconds of wall-clock time; nil for the usual limit.
    var seconds: Double?
}

/// How a run ended.
package struct BoxResult {
    /// The exit status; 128 and the signal's number when it was killed.
    package var status: Int32
    package var standardOutput: [UInt8]
    package var standardError: String

    package var succeeded: Bool { status == 0 }
}
