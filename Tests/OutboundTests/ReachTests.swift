import Core
import Foundation
import TestSupport
import Testing

@testable import Outbound

@Suite struct ReachTests {
    /// The address as the resolver would hand it over.
    private func address(_ text: String) throws -> NetworkAddress {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return NetworkAddress(bytes: withUnsafeBytes(of: four) { Array($0) }) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { throw TestFailure("no address: \(text)") }
        return NetworkAddress(bytes: withUnsafeBytes(of: six) { Array($0) })
    }

    @Test(arguments: [
        "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.8",
        "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1", "2002:7f00:1::", "2001:db8::1", "2001::1", "ff02::1",
    ])
    func `an address inside the house is not public`(_ text: String) throws {
        let isPublic = try address(text).isPublic
        #expect(!isPublic)
    }

    @Test(arguments: ["8.8.8.8", "172.32.0.1", "100.128.0.1", "193.10.2.1", "2606:4700::1111", "::ffff:8.8.8.8", "2a00:1450::1"])
    func `an address of the open internet is public`(_ text: String) throws {
        let isPublic = try address(text).isPublic
        #expect(isPublic)
    }

    @Test(arguments: [
        "https://localhost:1/", "https://127.0.0.1:1/", "https://[::1]:1/", "http://93.184.216.34/", "https://user@example.org/",
        "file:///etc/passwd",
        "gopher://localhost/", "https://2130706433/", "https://0x7f.1/", "no address", "https://localhost:1/\r\nHost: other",
    ])
    func `an address from a person that leads inside is refused for good`(_ url: String) async throws {
        let client = HTTPClient(timeout: .seconds(3), reach: .publicOnly)
        let failure = await #expect(throws: OutboundFailure.self) { _ = try await client.send(.get(url)) }
        #expect(failure?.isTemporary == false)
    }

    @Test func `only the hosts that were configured are excepted`() async throws {
        let client = HTTPClient(timeout: .seconds(3), reach: .publicOr(hosts: ["localhost:1"]))
        // Nobody listens there: it may be asked, and asking later may help.
        let allowed = await #expect(throws: OutboundFailure.self) { _ = try await client.send(.get("http://localhost:1/")) }
        #expect(allowed?.isTemporary == true)
        let other = await #expect(throws: OutboundFailure.self) { _ = try await client.send(.get("http://localhost:2/")) }
        #expect(other?.isTemporary == false)
    }
}
