import Core
import Foundation
import Interface
import Localization
import Markup
import TestSupport
import Testing
import Web

private func html(_ content: some HTML) throws -> String {
    String(decoding: render(content, in: try Fixture.shell().context), as: UTF8.self)
}

@Test func `a wrong field says what is wrong, and screen readers hear it with the field`() throws {
    let field = try html(TextField("Year", name: "year", value: "\"16", hint: "Four digits", error: "Not a year.", isRequired: true))
    #expect(field.contains("aria-describedby=\"field-year-hint field-year-error\" aria-invalid=\"true\""))
    #expect(field.contains("value=\"&quot;16\""))
    #expect(field.contains("id=\"field-year-error\""))
    #expect(!field.contains("optional"))
    #expect(try html(TextField("Year", name: "year")).contains("optional"))
}

@Test func `a refusal says what to do, once, and leads to each wrong field`() throws {
    var problem = Problem(.invalid, "test.invalid", "Not saved.", remedy: "Correct the year.", fields: ["year": "Not a year."])
    let notification = try html(ProblemAlert(problem))
    #expect(notification.contains("Correct the year.") && notification.contains("<a href=\"#field-year\">Not a year.</a>"))
    #expect(try html(TextField("Year", name: "year")).contains("id=\"field-year\""))
    problem.fields = ["year": "Correct the year."]
    let short = try html(ProblemAlert(problem))
    #expect(short.components(separatedBy: "Correct the year.").count == 2)
}

@Test func `a drop-down and a group of buttons show what was chosen`() throws {
    let choices = [Choice("en", "English"), Choice("sv", "Swedish")]
    #expect(try html(Select("Language", name: "l", choices: choices, selected: "sv")).contains("<option value=\"sv\" selected>"))
    #expect(try html(RadioGroup("Language", name: "l", choices: choices, selected: "en")).contains("value=\"en\" checked>"))
}

@Test func `a form with files is packed so that the files are sent`() throws {
    #expect(try html(Form("/up", hasFiles: true) {}).contains("enctype=\"multipart/form-data\""))
    #expect(try html(Form("/up", method: .get) {}).contains("method=\"get\""))
}

@Test func `a file field tells the script the limits, in words too`() throws {
    let field = try html(FileField("File", name: "f", accept: ".epub", isMultiple: true, maxBytes: 200 << 20))
    #expect(field.contains("data-max-bytes=\"209715200\" data-too-large=\"This file is larger than 200 MB.\""))
    #expect(field.contains("accept=\".epub\" multiple required"))
}

@Test func `a work without a picture gets the same cover every time, and covers differ`() throws {
    let covers = try ["Confessions", "Pensées", "Orthodoxy", "The City of God", "On the Incarnation"].map {
        try html(Cover(title: $0, authors: "A"))
    }
    #expect(Set(covers.compactMap { $0.firstMatch(of: #/hue-\w+ cover-\w+/#).map { String($0.output) } }).count >= 3)
    #expect(try html(Cover(title: "Pensées", authors: "A")) == covers[1])
    // The longest word decides how small the letters are.
    for (title, name) in [
        ("What the Goat Was Owed", nil), ("Winter’s Tale", "cover-word-8"), ("Lighthouse Ledger", "cover-word-10"), ("Well-being", nil),
        ("Responsibilities", "cover-word-16"),
    ] {
        let made = try html(Cover(title: title))
        #expect(name.map { made.contains($0) } ?? !made.contains("cover-word-"), "\(made)")
    }
    #expect(try html(Cover(title: "X", image: "/media/1")).contains("<img src=\"/media/1\" alt=\"\" loading=\"lazy\""))
}

@Test func `a cover's picture cannot run code`() throws {
    #expect(!(try html(Cover(title: "X", image: "javascript:alert(1)"))).contains("javascript"))
}

@Test func `a table repeats its headings for phones and hides the heading of its buttons`() throws {
    let table = try html(
        DataTable(
            "Items", columns: [.init("Title"), .init("Size", isNumeric: true), .init("Actions", isTitleHidden: true)],
            rows: [.init([Text.verbatim("A<B"), Text("\(1200)")])]))
    #expect(
        table.contains("<th scope=\"row\">A&lt;B</th><td class=\"numeric\" data-label=\"Size\">1,200</td><td class=\"cell-actions\"></td>"))
    #expect(table.contains("<span class=\"visually-hidden\">Actions</span>"))
}

@Test func `paging shows only the ways that exist`() throws {
    #expect(try html(Pagination(next: nil)) == "")
    let first = try html(Pagination(next: "/x?after=1"))
    #expect(first.contains("rel=\"next\"") && !first.contains("rel=\"prev\""))
}

@Test func `progress stays between nothing and everything`() throws {
    #expect(try html(ProgressBar(1.7, label: "Read")).contains("value=\"100\""))
    #expect(try html(ProgressBar(-1, label: "Read")).contains("value=\"0\""))
    #expect(!(try html(ProgressBar(nil, label: "Read"))).contains("value="))
}

@Test func `what cannot be undone asks for a tick and carries its fields`() throws {
    let page = try html(
        ConfirmPage("Delete?", message: "All of it.", confirm: "Delete", icon: .trash, action: "/delete", cancel: "/back", fields: [("id", "7")]))
    #expect(page.contains("<input type=\"checkbox\" id=\"field-confirmed-true\" name=\"confirmed\" value=\"true\" required>"))
    #expect(page.contains("<input type=\"hidden\" name=\"id\" value=\"7\">"))
    #expect(page.contains("href=\"/back\""))
}

@Test func `a problem's page says what happened, what to do and which request it was`() async throws {
    let problem = Problem(.conflict, "library.limit-reached", "You have 3 books out.", remedy: "Bring one back first.")
    var request = Request(id: "01JD", head: try RequestHead(method: .get, target: "/x"))
    let shell = try Fixture.shell()
    request[Shell.key] = Shell.Provider { _ in shell }
    let response = try await Page.problem(problem, requestID: request.id).response(for: request)
    guard case .bytes(let bytes) = response.body else { throw Problem.failure }
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(response.status.rawValue == 409)
    for words in ["That didn’t work", "You have 3 books out.", "Bring one back first.", "<code>01JD</code>"] {
        #expect(page.contains(words))
    }
}

private struct BookPage: PageAnswer {
    let book: String
    var title: Text { .verbatim(book) }
    var shell: ShellStyle { .app("library") }
    var body: some HTML { PageHeader(.verbatim(book)) }
}

@Test func `a component can be a handler's answer`() async throws {
    var request = Request(id: "1", head: try RequestHead(method: .get, target: "/library/books/1"))
    await #expect(throws: Problem.self) { try await BookPage(book: "Ida").response(for: request) }
    let shell = try Fixture.shell()
    request[Shell.key] = Shell.Provider { _ in shell }
    let response = try await BookPage(book: "Ida").response(for: request)
    guard case .bytes(let bytes) = response.body else { throw Problem.failure }
    #expect(String(decoding: bytes, as: UTF8.self).contains("<title>Ida · Church Library</title>"))
    #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
}

@Test func `a page that is called as its app says so once`() async throws {
    struct FirstPage: PageAnswer {
        var title: Text { Fixture.app.name }
        var shell: ShellStyle { .app("library") }
        var body: some HTML { PageHeader(title) }
    }
    var request = Request(id: "1", head: try RequestHead(method: .get, target: "/library"))
    let shell = try Fixture.shell()
    request[Shell.key] = Shell.Provider { _ in shell }
    guard case .bytes(let bytes) = try await FirstPage().response(for: request).body else { throw Problem.failure }
    #expect(String(decoding: bytes, as: UTF8.self).contains("<title>Church Library</title>"))
}

@Test(arguments: Icon.allCases)
func `every icon is drawn inside its square`(icon: Icon) throws {
    let path = try #require(try html(icon).firstMatch(of: #/ d="([^"]+)"/#)).output.1
    #expect(path.hasPrefix("M"))
    #expect(!path.contains("  "))
    // Absolute coordinates lie inside; relative ones are small enough not to be mistaken.
    for number in path.matches(of: #/-?\d+(?:\.\d+)?/#).compactMap({ Double($0.output) }) { #expect(abs(number) <= 24) }
}
