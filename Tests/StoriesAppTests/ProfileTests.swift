import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Profiles")
struct ProfileTests {
    @Test(
        "a profile has the counts, the biography, recommendations, works and the lists that were made public, and the corner leads to one’s own",
        .covers("STO-004", "STO-013", "STO-015", "STO-016", "STO-017"), arguments: Engine.available)
    func profile(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let (client, ada) = (try await app.signedIn(.ada), try await app.person(.ada))
            #expect(try await client.get("/stories").text.contains("class=\"avatar-button\" href=\"/stories/profile\""))
            _ = try await client.post("/stories/profile/about", ["about": "I write about lakes."])
            _ = try await client.post("/stories/profile/recommendations", ["story": "\(begun.story)", "change": "add"])
            #expect(try await client.get("/stories/profile/recommendations?q=lamp").status == .ok)
            _ = try await client.post("/stories/lists", ["name": "Winter reading", "isPublic": "true"])
            _ = try await client.post("/stories/lists", ["name": "Secret drawer"])
            _ = try await app.signedIn(.bea).post("/stories/people/\(ada)/follow", ["follows": "true"])

            let page = try await app.guest.get("/stories/people/\(ada)").text
            #expect(page.contains("I write about lakes.") && page.contains("The lamp at the ferry") && page.contains("Recommendations"))
            #expect(page.contains("0 following") && page.contains("1 follower<") && page.contains("1 story<"))
            let lists = try await app.guest.get("/stories/people/\(ada)?show=lists").text
            #expect(lists.contains("Winter reading") && !lists.contains("Secret drawer"))
            #expect(try await app.guest.get("/api/v1/stories/people/\(ada)").json["about"] as? String == "I write about lakes.")
        }
    }

    @Test("of somebody who shows nothing here the app says nothing", arguments: Engine.available)
    func unknown(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let bea = try await app.person(.bea)
            #expect(try await app.guest.get("/stories/people/\(bea)").status == .notFound)
            #expect(try await app.signedIn(.ada).get("/stories/people/\(bea)/message").status == .notFound)
            #expect(try await app.signedIn(.bea).get("/stories/profile").status == .ok)
        }
    }

    @Test("a biography that the filter doubts isn’t shown, and one that is shown can be reported", .covers("STO-038"), arguments: Engine.available)
    func moderation(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishedStory()
            let (client, ada) = (try await app.signedIn(.ada), try await app.person(.ada))
            _ = try await client.post("/stories/profile/about", ["about": "You fucking idiots"])
            #expect(try await !app.guest.get("/stories/people/\(ada)").text.contains("fucking"))
            _ = try await client.post("/stories/profile/about", ["about": "I write about lakes."])
            let report = try await app.signedIn(.bea).get("/stories/people/\(ada)/report")
            #expect(report.status == .seeOther && report.location?.contains("report") == true)
        }
    }

    @Test(
        "a profile’s menu mutes and reports, also where no biography is; muting says first what it does, and can be undone", .covers("STO-038"),
        arguments: Engine.available)
    func menu(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishedStory()
            let (bea, ada) = (try await app.signedIn(.bea), try await app.person(.ada))
            let profile = "/stories/people/\(ada)"
            let page = try await bea.get(profile).text
            #expect(page.contains("Mute Ada") && page.contains("\(profile)/report"))
            #expect(try await bea.get("\(profile)/report").location?.hasPrefix("/moderation/report/") == true)
            #expect(try await !app.guest.get(profile).text.contains("Mute Ada"))
            #expect(try await !app.signedIn(.ada).get(profile).text.contains("\(profile)/report"))

            let question = try await bea.get("\(profile)/mute?then=\(profile)").text
            #expect(question.contains("You won’t see their stories and comments."))
            #expect(try await bea.get("/stories/settings/muted").text.contains("Nobody muted"), "asking mutes nobody")
            let muted = try await bea.post("\(profile)/mute", ["muted": "true", "then": profile])
            #expect(muted.location == profile)
            let flash = try #require(muted.cookies["flash"])
            let after = try await bea.carrying("flash", flash).get(profile).text
            #expect(after.contains("toast-undo") && after.contains("action=\"\(profile)/mute\""))
            #expect(after.contains("Unmute Ada"))
        }
    }

    @Test(
        "settings are nested in the profile; author-focused mode is off at first, hides what readers do and leaves the author’s workspace",
        .covers("STO-014", "STO-035"), arguments: Engine.available)
    func authorFocused(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/stories/profile").text.contains("href=\"/stories/profile/settings\""))
            #expect(try await ada.get("/stories").status == .ok)
            #expect(try await ada.get("/stories/write").text.contains("href=\"/stories/library\""))

            _ = try await ada.post("/stories/profile/settings", ["authorFocused": "true"])
            let home = try await ada.get("/stories")
            #expect(home.status == .seeOther && home.location == "/stories/write")
            let write = try await ada.get("/stories/write").text
            #expect(!write.contains("href=\"/stories/library\"") && !write.contains("href=\"/stories/updates\""))
            #expect(write.contains("href=\"/stories/profile\""))
            let profile = try await ada.get("/stories/profile").text
            #expect(profile.contains("Biography") && profile.contains("Recommendations") && !profile.contains("following"))
            for address in ["/stories/\(begun.story)/chapters", "/stories/chapters/\(begun.chapter)", "/stories/profile/recommendations"] {
                #expect(try await ada.get(address).status == .ok)
            }
            #expect(try await app.signedIn(.bea).get("/stories/write").text.contains("href=\"/stories/library\""))

            _ = try await ada.post("/stories/profile/settings")
            #expect(try await ada.get("/stories").status == .ok)
        }
    }
}
