import Foundation

/// Who asks, in one form for each client: what counts or throttles clients must not see another one in another way of writing.
enum ClientAddress {
    /// Stands for a client whose proxy did not say who it is; RFC 7239 §6 has the word.
    static let unknown = "unknown"

    /// Reads what a proxy wrote: an address of IPv4 or IPv6, in brackets or quotes (RFC 7239 §6) and with a port or without.
    /// - Returns: the address as RFC 5952 writes it, IPv4 in its own form also where it came wrapped in IPv6; nil for anything else.
    static func read(_ text: some StringProtocol) -> String? {
        let text = String(text.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
        guard text.utf8.count <= 60 else { return nil }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
            return canonical(String(text[text.index(after: text.startIndex)..<end]))
        }
        // More than one colon is an address of IPv6; a port after it would need brackets.
        if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            return isPort(text[colon...]) ? canonical(String(text[..<colon])) : nil
        }
        return canonical(text)
    }

    /// Nothing, or a colon and a number.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && (2...6).contains(text.utf8.count) && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func canonical(_ text: String) -> String? {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return words(AF_INET, &four) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        return words(AF_INET6, &six).map(unwrapped)
    }

    private static func words(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return nil }
        return text.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } }
    }

    /// IPv4 that came in over an IPv6 socket (RFC 4291 §2.5.5.2) in its own form.
    static func unwrapped(_ address: String) -> String {
        address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }
}
