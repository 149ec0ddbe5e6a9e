import Core
import Foundation
import Interface
import Markup
import Platform
import TestSupport
import Testing
import Web

/// Keeps recipes, and refuses every one: its handler shows no form again.
private struct RecipesApp: App {
    static let manifest = AppManifest(id: "recipes", name: "Recipes")

    init(site: Site) {}

    var routes: [Route] {
        [
            .get(Path("/recipes"), allow: .everyone) { _, _ in
                Page("Recipes", shell: .app("recipes")) {
                    for number in 1...2 {
                        details {
                            Form("/recipes") {
                                input(.type("hidden"), .name("number"), .value(String(number)))
                                input(.type("hidden"), .name("version"), .value("2"))
                                TextField("Title", name: "title", hint: "Short", isRequired: true)
                                TextArea("Steps", name: "steps", value: "Old")
                                Select("Course", name: "course", choices: [Choice("main", "Main"), Choice("sweet", "Sweet")], selected: "main")
                                Checkbox("Vegetarian", name: "vegetarian")
                                Checkbox("Hot", name: "hot", isChecked: true)
                                TextField("Password", name: "password", kind: .password, isRequired: true)
                                Button("Save")
                            }
                        }
                    }
                }
            },
            .post(Path("/recipes/{recipe}/cook", String.self), allow: .everyone) { (_: Request, _, _: String) -> Response in .noContent },
            .post(Path("/recipes"), allow: .everyone) { (request: Request, _) -> Response in
                if try request.formFields()["title"] == "Taken" { throw Problem(.conflict, "recipes.taken", "That is taken.") }
                if try request.formFields()["title"] == "Closed" { throw Problem(.forbidden, "recipes.closed", "The kitchen is closed.") }
                throw Problem.wrongField("title", "Write a title that says more.")
            },
        ]
    }
}

@Suite struct RefusedFormTests {
    private let sent: KeyValuePairs = [
        "number": "2", "version": "1", "title": "<Pie>", "steps": "First & last", "course": "sweet", "vegetarian": "true", "password": "secret-1",
    ]

    @Test func `a refused form comes back with all that was typed, and says what is wrong at its field`() async throws {
        try await withTestApp(RecipesApp.self, on: .sqlite) { app in
            let page = try await app.guest.with("Referer", "http://localhost:8080/recipes").post("/recipes", sent)
            #expect(page.status == .unprocessableContent)
            #expect(page.problem?.code == "request.wrong-values")
            #expect(page["Cache-Control"] == "no-store")
            let text = page.text
            #expect(!text.contains("class=\"problem\""))
            let forms = text.components(separatedBy: "<form").filter { $0.contains("action=\"/recipes\"") }
            try #require(forms.count == 2)
            #expect(!forms[0].contains("Pie"))
            #expect(forms[1].contains("&lt;Pie"))
            #expect(forms[1].contains(">First &amp; last</textarea>"))
            #expect(forms[1].contains("<option value=\"sweet\" selected"))
            #expect(!forms[1].contains("<option value=\"main\" selected"))
            #expect(forms[1].components(separatedBy: " checked").count == 2)
            #expect(!forms[1].contains("secret-1"))
            #expect(forms[1].contains("aria-describedby=\"field-title-hint field-title-error\""))
            #expect(forms[1].contains("href=\"#field-title\""))
            #expect(text.contains("<details open"))
            // What works once is the page's, and so is the version where nothing was changed meanwhile.
            #expect(forms[1].contains("name=\"version\" value=\"2\""))
        }
    }

    @Test func `a form that is refused a second time comes back too`() async throws {
        try await withTestApp(RecipesApp.self, on: .sqlite) { app in
            let fields = sent.map { ($0.key, $0.value) } + [("refused-at", "/recipes?page=1")]
            let page = try await app.guest.with("Referer", "http://localhost:8080/elsewhere").post("/recipes", fields: fields)
            #expect(page.text.contains("field-title-error"))
            #expect(page.text.contains("name=\"refused-at\" value=\"/recipes?page=1\""))
        }
    }

    @Test func `what others changed meanwhile is not overwritten unseen`() async throws {
        try await withTestApp(RecipesApp.self, on: .sqlite) { app in
            let page = try await app.guest.with("Referer", "http://localhost:8080/recipes").post(
                "/recipes", ["number": "2", "version": "1", "title": "Taken"])
            #expect(page.status == .conflict)
            #expect(page.text.contains("name=\"version\" value=\"1\""))
        }
    }

    @Test func `an address that only takes forms leads to a page when it is opened`() async throws {
        try await withTestApp(RecipesApp.self, on: .sqlite) { app in
            let above = try await app.guest.get("/recipes/3/cook")
            #expect(above.location == "/recipes")
            let form = "/account/sign-in?then=/recipes"
            let back = try await app.guest.with("Referer", "http://localhost:8080" + form).get("/recipes/3/cook")
            #expect(back.location == form)
            let itself = try await app.guest.with("Referer", "http://localhost:8080/recipes/3/cook").get("/recipes/3/cook")
            #expect(itself.location == "/recipes", "it would lead to itself for ever")
            let program = try await app.guest.asProgram.get("/recipes/3/cook")
            #expect(program.status == .methodNotAllowed)
        }
    }

    @Test func `other refusals, other sites and programs get what they always got`() async throws {
        try await withTestApp(RecipesApp.self, on: .sqlite) { app in
            let closed = try await app.guest.with("Referer", "http://localhost:8080/recipes").post("/recipes", ["title": "Closed"])
            #expect(closed.text.contains("class=\"problem\""))
            let foreign = try await app.guest.with("Referer", "http://evil.example/recipes").post("/recipes", sent)
            #expect(foreign.text.contains("class=\"problem\""))
            let elsewhere = try await app.guest.with("Referer", "http://localhost:8080/account/sign-in").post("/recipes", sent)
            #expect(elsewhere.status == .unprocessableContent)
            #expect(elsewhere.text.contains("class=\"problem\""))
        }
    }
}
