import Core
import Foundation
import FoundationXML
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// An element of a parsed feed; names as the document has them.
final class FeedElement {
    let name: String
    let attributes: [String: String]
    var children: [FeedElement] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    func all(_ name: String) -> [FeedElement] { children.filter { $0.name == name } }
    func text(_ name: String) -> String? { all(name).first?.text }

    /// The links of a relation, or all of them.
    func links(_ rel: String? = nil) -> [FeedElement] { all("link").filter { rel == nil || $0.attributes["rel"] == rel } }
    func link(_ rel: String) -> String? { links(rel).first?.attributes["href"] }

    /// The link to the file of a book.
    var file: FeedElement? { all("link").first { $0.attributes["rel"]?.hasPrefix("http://opds-spec.org/acquisition") ?? false } }
}

/// Parses as Moon+ Reader does: an undeclared prefix or a stray byte is an error.
private final class StrictParser: NSObject, XMLParserDelegate {
    private var open: [FeedElement] = []
    private(set) var root: FeedElement?

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        let element = FeedElement(name, attributes)
        open.last?.children.append(element)
        if root == nil { root = element }
        open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }
}

/// Reads the root element of a document, or fails the test.
func strictly(_ bytes: [UInt8]) throws -> FeedElement {
    let delegate = StrictParser()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = delegate
    try #require(parser.parse(), "\(String(describing: parser.parserError)) in \(String(decoding: bytes, as: UTF8.self))")
    let root = try #require(delegate.root)
    for prefix in Set(String(decoding: bytes, as: UTF8.self).matches(of: /[< ]([a-z]+):[a-zA-Z]+[ =>\/]/).map { String($0.1) })
    where prefix != "xmlns" {
        try #require(root.attributes["xmlns:\(prefix)"] != nil, "\(prefix) is not declared")
    }
    return root
}

/// A reading app on somebody's device.
struct ReadingApp {
    let client: TestClient
    /// The address that stands before every path of the site.
    var base = "http://localhost:8080"

    /// Sends what KOReader sends: no compression, and the newer version where there is one.
    static func koreader(_ app: TestApp) -> ReadingApp {
        ReadingApp(
            client: app.guest.with("Accept", "application/opds+json, application/atom+xml;profile=opds-catalog, */*")
                .with("Accept-Encoding", "identity"))
    }

    /// Sends what Librera and Moon+ Reader send.
    static func atom(_ app: TestApp) -> ReadingApp { ReadingApp(client: app.guest.with("Accept", "*/*")) }

    /// With credentials on every request, asked for or not.
    func withBasic(_ name: String, _ password: String) -> ReadingApp {
        let key = Data("\(name):\(password)".utf8).base64EncodedString()
        return ReadingApp(client: client.with("Authorization", "Basic \(key)"), base: base)
    }

    /// The path behind an address of a feed, which must be a whole one of this site.
    func path(_ href: String) throws -> String {
        try #require(href.hasPrefix(base + "/"), "\(href)")
        return String(href.dropFirst(base.count))
    }

    /// A feed of the first version.
    func feed(_ href: String) async throws -> FeedElement {
        let answer = try await client.get(path(href))
        try #require(answer.status == .ok, "\(href): \(answer.status) \(answer.text)")
        let root = try strictly(answer.bytes)
        try #require(root.name == "feed" && root.attributes["xmlns"] == "http://www.w3.org/2005/Atom")
        let hasBooks = root.all("entry").contains { $0.file != nil }
        #expect(answer["Content-Type"] == (hasBooks || root.text("opensearch:totalResults") != nil ? FeedType.acquisition : FeedType.navigation))
        return root
    }
}

extension TestApp {
    /// Makes an app password as a member does, on the account page.
    func appPassword(for who: Cast) async throws -> String {
        let page = try await signedIn(who).post("/account/app-passwords", ["label": "Reading app"])
        let secret = try #require(page.text.firstMatch(of: /<code class="?secret"?>([^<]+)</)).1
        return String(secret)
    }
}
