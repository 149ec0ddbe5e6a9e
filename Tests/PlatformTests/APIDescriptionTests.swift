import Accounts
import CafeteriaApp
import Help
import LibraryApp
import Mail
import Messages
import Moderation
import MuseumApp
import Notifications
import Operations
import Payments
import Platform
import Reading
import Settings
import Statistics
import StoriesApp
import TestSupport
import Testing
import VolunteersApp
import Web

/// The whole site's API: nothing of it is left out of its description.
struct APIDescriptionTests {
    private func withSite(_ body: (TestApp) async throws -> Void) async throws {
        try await withTestApp(
            LibraryApp.self, VolunteersApp.self, CafeteriaApp.self, StoriesApp.self, MuseumApp.self,
            parts: [
                ReadingModule.self, MailModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, OperationsModule.self,
                PaymentsModule.self,
                StatisticsModule.self, SettingsModule.self, HelpModule.self,
            ], on: .sqlite, body)
    }

    @Test(.covers("CORE-055", "STO-043"))
    func `every operation says what it does, what it takes and what it answers`() async throws {
        try await withSite { app in
            let operations = app.running.routes.filter(\.isOfAPI)
            #expect(operations.count > 50)
            for route in operations {
                let name = "\(route.method.rawValue) \(route.pattern.text)"
                #expect(route.documentation.summary?.isEmpty == false, "\(name) has no summary")
                #expect(route.documentation.outcome != nil, "\(name) answers with a bare Response: Created, NoContent … say what it is")
                #expect(!route.takesBody || route.documentation.hasBodySchema, "\(name) takes a body that is not described")
                #expect(route.documentation.query.allSatisfy { !$0.summary.isEmpty }, "\(name) has a parameter without a summary")
            }
            // The arguments of a text are words, numbers or moments: no one schema says so.
            let gaps = OpenAPIDocument(routes: operations, title: "", version: "").gaps
            #expect(gaps.allSatisfy { $0 == "Argument" }, "\(gaps)")
        }
    }

    @Test(.covers("CORE-055"))
    func `what is not in the description is refused, not overlooked`() async throws {
        try await withSite { app in
            let ada = try await app.signedIn(.ada)
            for address in [
                "/api/v1/library/items?limit=0", "/api/v1/library/items?limit=101", "/api/v1/library/items?limit=2&limit=3",
                "/api/v1/library/items?sort=colour", "/api/v1/library/items?category=0", "/api/v1/library/search?typing=perhaps",
                "/api/v1/volunteers/posts?order=", "/api/v1/moderation/log?after=%7B",
            ] {
                #expect(try await ada.get(address).status == .unprocessableContent, "\(address)")
            }
            let report = #"{"message": "a", "place": "b", "page": "c""#
            #expect(try await ada.json(.post, "/api/v1/browser-errors", report + "}").status == .noContent)
            let strange = try await ada.json(.post, "/api/v1/browser-errors", report + #", "pages": "d"}"#)
            #expect(strange.status == .unprocessableContent)
            #expect(strange.text.contains("pages"))
            for body in [#""words""#, "[]", "7", "null"] {
                #expect(try await ada.json(.post, "/api/v1/browser-errors", body).status == .unprocessableContent, "\(body)")
            }
        }
    }
}
