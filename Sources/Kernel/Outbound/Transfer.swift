import CCurl
import Foundation

/// One exchange of libcurl: the handle, and what its callbacks fill and empty. Used by one thread, which blocks.
final class Transfer {
    private let handle: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let rule: ConnectionRule
    private let limit: Int
    private(set) var received: [UInt8] = []
    private(set) var headerLines: [String] = []
    private var headerBytes = 0
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var wasRefused = false
    private var isTooLong = false
    /// libcurl wants to be started once, before the first handle.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// Whether libcurl can read an address, and write the name of its machine as the network does (IDNA).
    static func canAsk(_ url: String) -> Bool {
        guard isReady, let parts = curl_url() else { return false }
        defer { curl_url_cleanup(parts) }
        return inUTF8 {
            var host: UnsafeMutablePointer<CChar>?
            defer { curl_free(host) }
            return curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK
                && curl_url_get(parts, CURLUPART_HOST, &host, UInt32(CURLU_PUNYCODE)) == CURLUE_OK
        }
    }

    /// libcurl reads the names of machines in the charset of the thread's locale, and that of a process is ASCII until somebody asks for more.
    private static func inUTF8<T>(_ body: () -> T) -> T {
        let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let before = uselocale(locale)
        defer {
            uselocale(before)
            if let locale { freelocale(locale) }
        }
        return body()
    }

    /// Ready for one exchange that ends after `timeout`, whatever happens.
    init(rule: ConnectionRule, timeout: Duration, limit: Int) throws(OutboundFailure) {
        guard Self.isReady, let handle = curl_easy_init() else { throw OutboundFailure("libcurl has no memory", isTemporary: true) }
        self.handle = handle
        self.rule = rule
        self.limit = limit
        let milliseconds = Int(timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000)
        set(CURLOPT_TIMEOUT_MS, max(1, milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, min(milliseconds, 10_000)))
        // Signals would end other threads' calls.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        // A proxy from the environment would hide the address that the rule judges.
        set(CURLOPT_PROXY, "")
        stoa_curl_set_take(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.of(context)?.take(bytes, size * count) ?? 0
        }
        stoa_curl_set_take(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.of(context)?.takeHeader(bytes, size * count) ?? 0
        }
        stoa_curl_set_take(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
            Transfer.of(context)?.give(bytes, size * count) ?? 0
        }
        stoa_curl_set_open(handle) { context, _, address in
            guard let address, Transfer.of(context)?.allows(address) == true else { return CURL_SOCKET_BAD }
            return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_OPENSOCKETDATA] {
            stoa_curl_set_pointer(handle, option, context)
        }
    }

    deinit {
        curl_easy_cleanup(handle)
        for list in lists { curl_slist_free_all(list) }
    }

    func set(_ option: CURLoption, _ value: Int) { stoa_curl_set_long(handle, option, value) }
    func set(_ option: CURLoption, _ value: String) { stoa_curl_set_text(handle, option, value) }

    /// Lines that libcurl reads while the exchange lasts.
    func set(_ option: CURLoption, lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) ?? list }
        guard let list else { return }
        lists.append(list)
        stoa_curl_set_pointer(handle, option, list)
    }

    /// What libcurl takes when it is ready to send.
    func give(_ bytes: [UInt8]) {
        outgoing = bytes
        stoa_curl_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(bytes.count))
    }

    /// Copies the body of a request.
    func post(_ bytes: [UInt8]) {
        stoa_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
        stoa_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, bytes)
    }

    /// The last code that the other side gave, of HTTP or SMTP; 0 when it never answered.
    var code: Int {
        var code = 0
        stoa_curl_get_long(handle, CURLINFO_RESPONSE_CODE, &code)
        return code
    }

    /// Carries the exchange out.
    func perform() throws(OutboundFailure) {
        // The context that the callbacks get is this object, which must outlive the call.
        let result = withExtendedLifetime(self) { Self.inUTF8 { curl_easy_perform(handle) } }
        guard result != CURLE_OK else { return }
        if wasRefused { throw OutboundFailure("the address is not one that may be asked", isTemporary: false) }
        if isTooLong { throw OutboundFailure("the answer is longer than \(limit) bytes", isTemporary: false) }
        throw OutboundFailure(
            String(cString: curl_easy_strerror(result)), isTemporary: !Self.final.contains(result.rawValue),
            mayHaveArrived: !Self.unconnected.contains(result.rawValue), reason: Self.reason(for: result))
    }

    /// Mistakes in what was asked, which asking again repeats.
    private static let final = Set(
        [CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT].map(\.rawValue))
    /// There was no connection to send anything over.
    private static let unconnected = Set(
        [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION].map(\.rawValue))

    private static func reason(for result: CURLcode) -> OutboundFailure.Reason? {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_USE_SSL_FAILED, CURLE_SSL_CONNECT_ERROR: .noEncryption
        case CURLE_PEER_FAILED_VERIFICATION: .untrusted
        case CURLE_LOGIN_DENIED: .signInRefused
        default: nil
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func allows(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        let isAllowed = withUnsafePointer(to: &address.pointee.addr) { rule.allows(NetworkAddress($0)) }
        if !isAllowed { wasRefused = true }
        return isAllowed
    }

    private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, received.count + count <= limit else {
            isTooLong = true
            return 0
        }
        received.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headerBytes += count
        guard let bytes, headerBytes <= 65_536 else {
            isTooLong = true
            return 0
        }
        headerLines.append(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
        return count
    }

    private func give(_ bytes: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
        guard let bytes else { return 0 }
        let piece = outgoing[sent..<min(outgoing.count, sent + room)]
        UnsafeMutableRawBufferPointer(start: bytes, count: room).copyBytes(from: piece)
        sent += piece.count
        return piece.count
    }
}
