import Core
import Database
import Foundation
import Interface
import Markup
import Web

/// The site's own addresses: its door, its health, its description.
struct PlatformRoutes: Sendable {
    let site: Site
    let appRoutes: [Route]
    let authenticator: any Authenticator
    /// By the clock that nobody sets.
    let startedAt: Duration

    init(site: Site, appRoutes: [Route], authenticator: any Authenticator) {
        self.site = site
        self.appRoutes = appRoutes
        self.authenticator = authenticator
        startedAt = site.clock.steady()
    }

    var routes: [Route] {
        [
            .get(SitePaths.administration, allow: .anyPermission(Set(site.everyManifest.flatMap(\.navigation.portal).map(\.permission))), use: admin),
            .get(Path("/health/live"), allow: .everyone, use: live),
            .get(SitePaths.ready, allow: .everyone, use: ready),
            .get(Path("/metrics"), allow: .token("metrics"), use: metrics),
            .get(Path("/api/v1/openapi.json"), allow: .everyone, use: description).summary("This description."),
        ] + SetupRoutes(site: site).routes + Preferences(site: site, authenticator: authenticator).routes
            + LiveEvents(site: site, authenticator: authenticator).routes
            + InterfaceRoutes(assets: site.assets).routes
    }

    /// The first page of the staff portal, for whoever may go anywhere in it.
    func admin(_ request: Request, _ member: Member) async throws -> PortalPage {
        let sections = AdminPlaces(manifests: site.manifests).sections(for: member.may)
        guard !sections.isEmpty else { throw Problem.notFound }
        if let words = request.query["q"]?.trimmingCharacters(in: .whitespaces), !words.isEmpty {
            return PortalPage(
                items: [], sections: sections.matching(String(words.prefix(100))) { request.render($0) }, words: String(words.prefix(100)))
        }
        let sources = site.shown(.adminAlerts).filter { member.may($0.permission) }
        let told = site.shown(.portalFigures).filter { member.may($0.permission) }
        let (items, today, figures, setup) = try await site.database.read { db in
            (
                try sources.flatMap { try $0.items(for: member.id, in: db) },
                try told.filter { $0.span == .today }.map { (subject: $0.subject, figures: try $0.read(db)) }.filter { !$0.figures.isEmpty },
                try told.filter { $0.span == .week }.flatMap { try $0.read(db) },
                try SetupList(site, for: member.may, in: db)
            )
        }
        return PortalPage(
            items: items.inOrder, sections: sections, today: today, figures: figures, setup: setup.isFinished ? nil : setup)
    }

    func live(_ request: Request, _ visitor: Visitor) async throws -> Response { .text("live\n") }

    func ready(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let hasRoom: Bool
        do {
            _ = try await site.database.read { try $0.one("SELECT 1" as Query<Int>) }
            hasRoom = try await site.storage.hasRoom(site.database)
        } catch {
            throw Problem(.unavailable, "not-ready", "The database doesn’t answer.", retryAfter: 5)
        }
        guard hasRoom else {
            throw Problem(
                .unavailable, "storage.full", "The disk is full, so nothing can be saved.", remedy: "Free up disk space or add more.",
                retryAfter: 30)
        }
        return .text("ready\n")
    }

    func metrics(_ request: Request, _ visitor: Visitor) async throws -> Response {
        site.metrics.gauge(
            "stoa_uptime_seconds", "", Double((site.clock.steady() - startedAt).wholeMilliseconds) / 1000, help: "Seconds since the site was opened.")
        site.metrics.gauge("stoa_memory_resident_bytes", "", Double(ProcessMemory.resident), help: "Memory that the process holds.")
        site.metrics.gauge("stoa_memory_allocated_bytes", "", Double(ProcessMemory.allocated), help: "Memory that the process uses.")
        return .bytes(Array(site.metrics.text().utf8), type: "text/plain; version=0.0.4; charset=utf-8")
    }

    func description(_ request: Request, _ visitor: Visitor) async throws -> OpenAPIDocument {
        OpenAPIDocument(routes: routes + appRoutes, title: site.configuration.name, version: "1")
    }
}
