import CZlib

/// Unpacks gzip (RFC 1952), one member.
/// - Parameter limit: more bytes than this are refused, so that a small file cannot fill the memory.
/// - Returns: nil when the bytes are damaged, cut off or too many.
public func gunzip(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var stream = z_stream()
    guard bytes.count <= Int(UInt32.max), stoa_gunzip_begin(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    // zlib's interface is not const-correct: it reads the input and does not change it.
    var input = bytes
    return input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        while true {
            let (status, count) = piece.withUnsafeMutableBufferPointer { target in
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                let status = inflate(&stream, Z_NO_FLUSH)
                return (status, target.count - Int(stream.avail_out))
            }
            guard status == Z_OK || status == Z_STREAM_END, output.count + count <= limit else { return nil }
            output += piece[..<count]
            if status == Z_STREAM_END { return stream.avail_in == 0 ? output : nil }
            guard count > 0 || stream.avail_in > 0 else { return nil }
        }
    }
}
