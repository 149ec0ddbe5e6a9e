import Core
import Crypto
import Foundation
public import Platform

/// Hands two nodes of one site to a test, both at work on one PostgreSQL, and closes them afterwards. Without PostgreSQL nothing is run.
public func withTwoNodes(apps: [any App.Type] = [], parts: [any App.Type], _ body: (RunningSite, RunningSite) async throws -> Void) async throws {
    guard Engine.available.contains(.postgres) else { return }
    try await withTemporaryFolder { folder in
        try await withPostgresURL { url in
            let places = ["one", "two"].map { SiteFolder(folder.appending(path: $0)) }
            var configuration = NodeConfiguration()
            configuration.database = url
            for place in places {
                try place.create()
                try place.write(configuration)
            }
            func open(_ place: SiteFolder) async throws -> RunningSite {
                try await RunningSite.open(place, apps: apps, parts: parts, log: .silent, passwordCost: .least)
            }
            let first = try await open(places[0])
            try FileManager.default.copyItem(at: places[0].key, to: places[1].key)
            let nodes = [first, try await open(places[1])]
            do {
                for node in nodes { try await node.startJobs() }
                try await body(nodes[0], nodes[1])
            } catch {
                for node in nodes { await node.close() }
                throw error
            }
            for node in nodes { await node.close() }
        }
    }
}
