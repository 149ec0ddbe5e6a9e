import CZlib

/// Compresses bytes as gzip (RFC 1952), what every browser takes as `Content-Encoding: gzip`.
/// - Parameter level: 1 is fast, 9 is small.
/// - Returns: nil when zlib refuses or the answer would not be smaller.
public func gzip(_ bytes: [UInt8], level: Int32 = 5) -> [UInt8]? {
    var stream = z_stream()
    guard bytes.count <= Int(UInt32.max), stoa_gzip_begin(&stream, level) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: bytes.count)
    // zlib's interface is not const-correct: it reads the input and does not change it.
    var input = bytes
    let status = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            return deflate(&stream, Z_FINISH)
        }
    }
    guard status == Z_STREAM_END else { return nil }
    output.removeLast(Int(stream.avail_out))
    return output
}
