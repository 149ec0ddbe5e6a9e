import Core
import Foundation
import Testing
import Web

/// Foundation's reader is the other implementation: what we write it must read as the same values.
struct JSONWriterTests {
    private func read(_ value: some Encodable) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(JSONWriter.encode(value)), options: .fragmentsAllowed)
    }

    struct Everything: Codable, Equatable {
        var text = "Ada \"Countess\" \\ / \u{8} \u{1F} \n\r\t åäö 日本 👩🏽‍🚀"
        var small: Int8 = -128
        var large = UInt64.max
        var smallest = Int64.min
        var ratio = 0.1
        var third: Float = 1 / 3
        var yes = true
        var absent: String?
        var list = [1, 2, 3]
        var lists = [[1], [], [2, 3]]
        var names = ["b": 2, "a": 1]
        var inner = [Inner(id: BookID(5)), Inner(id: BookID(6), next: [Inner(id: BookID(7))])]
    }

    struct Inner: Codable, Equatable {
        var id: BookID
        var next: [Inner] = []
    }

    @Test func `what is written reads back as the same value`() throws {
        let value = Everything()
        #expect(try JSONDecoder().decode(Everything.self, from: Data(JSONWriter.encode(value))) == value)
        let ours = try #require(try read(value) as? NSDictionary)
        let theirs = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? NSDictionary
        #expect(ours == theirs)
    }

    @Test func `scalars and empty things stand alone`() throws {
        #expect(try JSONWriter.encode("a") == Array("\"a\"".utf8))
        #expect(try JSONWriter.encode([Int]()) == Array("[]".utf8))
        #expect(try JSONWriter.encode([String: Int]()) == Array("{}".utf8))
        #expect(try JSONWriter.encode(Int?.none) == Array("null".utf8))
        #expect(try JSONWriter.encode([1, nil, 3]) == Array("[1,null,3]".utf8))
        #expect(try JSONWriter.encode(Double.nan) == Array("null".utf8))
    }

    @Test func `an object of any JSON is written by its names, so that every process writes the same bytes`() throws {
        let names = ["@context", "id", "type", "label", "items", "thumbnail", "provider", "Ä", "homepage"]
        let members = names.map { ($0, JSONValue.object([$0: .null, "b": .array([]), "a": .bool(true)])) }
        let value = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
        let written = String(decoding: try JSONWriter.encode(value), as: UTF8.self)
        let places = names.sorted().compactMap { written.range(of: "\"\($0)\":{")?.lowerBound }
        #expect(places.count == names.count && places == places.sorted())
        #expect(written.contains(#""homepage":{"a":true,"b":[],"homepage":null}"#))
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(written.utf8)) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
        #expect(try JSONWriter.encode(JSONValue.object([:])) == Array("{}".utf8))
    }

    @Test func `moments, dates and addresses have their usual forms`() throws {
        struct Times: Encodable {
            let moment = Instant(milliseconds: 1_790_000_000_123)
            let date = Date(timeIntervalSince1970: 0)
            let url = URL(string: "https://stoa.test/a?b=c")
            let data = Data([1, 2, 3])
        }
        let object = try #require(try read(Times()) as? [String: String])
        #expect(object["moment"] == "2026-09-21T14:13:20.123Z")
        #expect(object["date"] == "1970-01-01T00:00:00.000Z")
        #expect(object["url"] == "https://stoa.test/a?b=c")
        #expect(object["data"] == "AQID")
    }

    @Test func `a moment is written as Foundation writes it, in every century since 1600`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            // Foundation counts seconds in floating point, so only whole ones compare; before 1582 it follows Julius.
            let second = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
            let text = Instant(milliseconds: second * 1000 + 7).rfc3339
            let theirs = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
            #expect(text == theirs.dropLast() + ".007Z")
        }
        for words in ["2024-02-29T23:59:59.999Z", "2000-12-31T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2100-03-01T12:00:00.001Z"] {
            #expect(Instant(rfc3339: words)?.rfc3339 == words)
        }
        #expect(Instant(milliseconds: -62_135_596_800_000).rfc3339 == "0001-01-01T00:00:00.000Z")
    }

    struct Nested: Encodable {
        enum Outer: String, CodingKey { case a, b, c, d }
        enum Deep: String, CodingKey { case x }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Outer.self)
            var deep = outer.nestedContainer(keyedBy: Deep.self, forKey: .a)
            try deep.encode(1, forKey: .x)
            var list = outer.nestedUnkeyedContainer(forKey: .b)
            try list.encode(1)
            var inner = list.nestedUnkeyedContainer()
            try inner.encode("z")
            try list.encode(2)
            try outer.encodeNil(forKey: .c)
            try ["k": true].encode(to: outer.superEncoder(forKey: .d))
        }
    }

    @Test func `containers inside containers close in time`() throws {
        #expect(
            String(decoding: try JSONWriter.encode(Nested()), as: UTF8.self) == #"{"a":{"x":1},"b":[1,["z"],2],"c":null,"d":{"k":true}}"#)
    }

    struct Interleaved: Encodable {
        enum Key: String, CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            try outer.encode(1, forKey: .b)
            try inner.encode(2, forKey: .a)
        }
    }

    @Test func `going back to a finished container is refused, never written wrongly`() {
        #expect(throws: EncodingError.self) { try JSONWriter.encode(Interleaved()) }
    }

    /// Two values whose members stand side by side.
    struct Joined: Encodable {
        struct Left: Encodable {
            let name: String
            let tags: [String]
        }

        struct Right: Encodable { let count: Int }

        func encode(to encoder: any Encoder) throws {
            try Left(name: "a", tags: ["b"]).encode(to: encoder)
            try Right(count: 2).encode(to: encoder)
        }
    }

    @Test func `values that encode into one encoder share one object`() throws {
        let text = String(decoding: try JSONWriter.encode([Joined(), Joined()]), as: UTF8.self)
        #expect(text == #"[{"name":"a","tags":["b"],"count":2},{"name":"a","tags":["b"],"count":2}]"#)
    }

    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case point
    }

    @Test func `enums with values read back`() throws {
        let shapes = [Shape.circle(radius: 2), .point]
        #expect(try JSONDecoder().decode([Shape].self, from: Data(JSONWriter.encode(shapes))) == shapes)
    }
}
