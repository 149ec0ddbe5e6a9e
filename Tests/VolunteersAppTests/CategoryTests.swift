import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct CategoryTests {
    @Test(.covers("VOL-020"), arguments: Engine.available)
    func `the five categories are there from the beginning, in two languages`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            let list = try await volunteers.categories.list()
            #expect(
                list.all.map(\.name) == ["Animals", "Nature & Environment", "Refugees & Immigrants", "People with disabilities", "Day-to-day help"])
            let form = try await app.user(.ada).with("Accept-Language", "sv").get(VolunteersPaths.new())
            for category in list.all { #expect(form.text.contains(category.name(in: .swedish))) }
            #expect(Set(list.all.map(\.colour)).count == 5)
        }
    }

    @Test(.covers("VOL-020", "VOL-072", "CORE-041"), arguments: Engine.available)
    func `administrators change the list, and a category with requests hands them over`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            let owner = try await app.user(.owner)
            let ada = try await app.user(.ada)
            let new = ["name": "Music", "name.sv": "Musik", "colour": "wine", "position": "6"] as KeyValuePairs
            let added = try await owner.post(VolunteersPaths.adminCategories(), new)
            #expect(added.location == VolunteersPaths.adminCategories())
            let twice = try await owner.post(VolunteersPaths.adminCategories(), new)
            #expect(twice.status == .unprocessableContent && twice.text.contains("field-name-error"))
            let (music, help) = (try await app.category("Music"), try await app.category("Day-to-day help"))
            try await ada.send("Sing with us", in: music)
            let feed = try await ada.get(VolunteersPaths.home())
            #expect(feed.text.contains("post-card hue-wine"))
            let blocked = try await owner.post(VolunteersPaths.adminCategoryDelete(music), ["confirmed": "true"])
            #expect(blocked.problem?.code == "volunteers.category-in-use")
            let question = try await owner.get(VolunteersPaths.adminCategoryDelete(music) + "?target=\(help)")
            #expect(question.text.contains("button-danger"))
            let untold = try await owner.post(VolunteersPaths.adminCategoryDelete(music), ["target": help.description])
            #expect(untold.location == VolunteersPaths.adminCategory(music))
            #expect(try await volunteers.categories.list()[music] != nil)
            _ = try await owner.post(VolunteersPaths.adminCategoryDelete(music), ["confirmed": "true", "target": help.description])
            let list = try await volunteers.categories.list()
            #expect(list[music] == nil)
            let moved = try await app.posts().map(\.content.category)
            #expect(moved == [help])
        }
    }

    @Test(.covers("VOL-020", "CORE-053"), arguments: Engine.available)
    func `a category has a name in every language of the site, and lacks none where staff gave it none`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            try await app.site.configure { $0.languages = [.swedish, .english, .swahili] }
            let owner = try await app.user(.owner)
            let animals = try await app.category("Animals")
            let editor = try await owner.get(VolunteersPaths.adminCategory(animals)).text
            #expect(editor.contains("value=\"Djur\"") && editor.contains("value=\"Animals\"") && editor.contains("value=\"Wanyama\""))
            let saved = try await owner.post(
                VolunteersPaths.adminCategory(animals),
                ["name": "Djur och natur", "name.en": "Animals and nature", "name.sw": "", "colour": "clay", "position": "1"])
            #expect(saved.location == VolunteersPaths.adminCategories())
            let list = try await volunteers.categories.list()
            let kept = try #require(list[animals])
            let names = [Language.swedish, .english, .swahili, .bemba].map(kept.name(in:))
            #expect(names == ["Djur och natur", "Animals and nature", "Djur och natur", "Inama"])
            let new = ["name": "Musik", "name.en": "animals and nature", "colour": "wine", "position": "6"] as KeyValuePairs
            let twin = try await owner.post(VolunteersPaths.adminCategories(), new)
            #expect(twin.status == .unprocessableContent && twin.text.contains("field-name.en-error"))
            #expect(twin.text.contains("value=\"Musik\"") && twin.text.contains("value=\"animals and nature\""))
            let foreign = ["name": "Musik", "name.fi": "Musiikki", "colour": "wine", "position": "6"] as KeyValuePairs
            let unknown = try await owner.post(VolunteersPaths.adminCategories(), foreign)
            #expect(unknown.status == .unprocessableContent)
        }
    }
}
