import CMicroHTTPD
import Core
import Foundation
import Web

/// An answer in the form libmicrohttpd sends.
struct OutgoingResponse {
    let status: Int
    let stream: StreamBuffer?
    private let response: OpaquePointer

    /// Prepares an answer; `nil` when its file cannot be read.
    init?(_ answer: Response, for exchange: Exchange) {
        var stream: StreamBuffer?
        let made: OpaquePointer?
        switch answer.body {
        case .empty: made = stoa_http_copied_response(0, nil)
        case .bytes(let bytes): made = bytes.withUnsafeBytes { stoa_http_copied_response($0.count, $0.baseAddress) }
        case .file(let slice): made = Self.file(slice)
        // libmicrohttpd ends the chunks of a stream even where only its head was asked for, and the client would take that end for the
        // beginning of its next answer.
        case .stream where exchange.isHeadOnly: made = stoa_http_copied_response(0, nil)
        case .stream(let source):
            (made, stream) = Self.stream(source, exchange)
        }
        guard let made else { return nil }
        for field in answer.headers.fields { MHD_add_response_header(made, field.name, field.value) }
        status = answer.status.rawValue
        self.stream = stream
        response = made
    }

    func queue(on connection: OpaquePointer, closing: Bool) -> MHD_Result {
        if closing { MHD_add_response_header(response, "Connection", "close") }
        let result = MHD_queue_response(connection, UInt32(status), response)
        MHD_destroy_response(response)
        return result
    }

    /// The kernel sends the file itself (`sendfile`) unless TLS is in between.
    private static func file(_ slice: FileSlice) -> OpaquePointer? {
        let descriptor = open(slice.url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size >= slice.offset + slice.length,
            let response = MHD_create_response_from_fd_at_offset64(UInt64(slice.length), descriptor, UInt64(slice.offset))
        else {
            close(descriptor)
            return nil
        }
        return response
    }

    /// What libmicrohttpd allots to each answer that comes bit by bit, in bytes. It is used by HTTP/1.0 alone; chunks are written into the
    /// connection's own buffer. Open screens are many, and their events short.
    private static func block(isEndless: Bool) -> Int { isEndless ? 512 : 16_384 }

    private static func stream(_ stream: ResponseStream, _ exchange: Exchange) -> (OpaquePointer?, StreamBuffer?) {
        let (core, id) = (exchange.core, exchange.id)
        let buffer = StreamBuffer(stream.source, connection: exchange.connection, client: exchange.client) { error in
            core.log(.error, "stream.failed", ["request": .string(id), "cause": .string(String(reflecting: error))])
        }
        let context = Unmanaged.passRetained(buffer)
        let response = MHD_create_response_from_callback(
            UInt64.max, block(isEndless: buffer.isEndless),
            { context, _, target, room in
                guard let context, let target else { return Int(bitPattern: UInt.max - 1) }
                let buffer = Unmanaged<StreamBuffer>.fromOpaque(context).takeUnretainedValue()
                return buffer.read(into: UnsafeMutableRawBufferPointer(start: target, count: room))
            }, context.toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<StreamBuffer>.fromOpaque(context).release()
            })
        guard let response else {
            context.release()
            return (nil, nil)
        }
        guard !exchange.isHeadOnly else { return (response, nil) }
        exchange.core.opened(buffer)
        buffer.start()
        return (response, buffer)
    }
}
