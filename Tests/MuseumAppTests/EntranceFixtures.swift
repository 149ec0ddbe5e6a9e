import Core
import Crypto
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// A phone with a pass.
struct Phone: Sendable {
    let key: P256PrivateKey
    let pass: [UInt8]

    /// What its screen shows at a moment.
    func code(at moment: Instant) -> String { EntryCode.text(of: pass, at: moment, by: key) }
}

extension Museum {
    var now: Instant { app.site.clock.now() }

    /// Makes somebody a member.
    func member(_ client: TestClient, of tier: TierID) async throws -> Membership {
        let chosen = try await chosen(buy(tier, client))
        try await takeCash(chosen)
        return try await find(chosen.id)
    }

    /// Has a membership end at a moment that a test can wait for.
    func end(_ membership: Membership, at moment: Instant) async throws {
        try await app.site.write(by: nil) { write in
            _ = try write.run("UPDATE museum_membership SET expires_at = \(moment) WHERE id = \(membership.id)")
        }
    }

    /// Gives a device of somebody a pass.
    func phone(of client: TestClient) async throws -> Phone {
        let key = try P256PrivateKey()
        let answer = try await client.asProgram.json(
            .post, MuseumPaths.apiPasses(), #"{"publicKey": "\#(key.publicKey.uncompressed.base64URL)"}"#)
        let text = try #require(answer.json["pass"] as? String, "\(answer.text)")
        return Phone(key: key, pass: try #require([UInt8](base64URL: text)))
    }

    /// A gate scans.
    func scan(
        _ code: String, at gate: String = "north", nonce: String = UUID().uuidString, again: Bool = false, by staff: TestClient
    ) async throws -> (result: String, outcome: [String: Any], status: Status) {
        let answer = try await staff.asProgram.json(
            .post, MuseumPaths.apiScans(), #"{"code": "\#(code)", "gate": "\#(gate)", "nonce": "\#(nonce)", "again": \#(again)}"#)
        let outcome = answer.json["outcome"] as? [String: Any] ?? [:]
        return (outcome["result"] as? String ?? answer.problem?.code ?? answer.text, outcome, answer.status)
    }

    /// A gate that was offline sends what it decided.
    func upload(
        _ scans: [(code: String, nonce: String, at: Instant, letIn: Bool)], from gate: String, by staff: TestClient
    ) async throws -> (results: [String], conflicts: Int) {
        let entries = scans.map { #"{"code": "\#($0.code)", "nonce": "\#($0.nonce)", "scannedAt": "\#($0.at.rfc3339)", "letIn": \#($0.letIn)}"# }
        let answer = try await staff.asProgram.json(
            .post, MuseumPaths.apiScanBatch(), #"{"gate": "\#(gate)", "scans": [\#(entries.joined(separator: ","))]}"#)
        let outcomes = try #require(answer.json["outcomes"] as? [[String: Any]], "\(answer.text)")
        return (outcomes.compactMap { $0["result"] as? String }, answer.json["conflicts"] as? Int ?? -1)
    }
}
