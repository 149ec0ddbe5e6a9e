import Core
import Testing
import Web

@Suite struct CSVReaderTests {
    private func rows(_ text: String) throws -> [[String]] { try CSVReader(Array(text.utf8)).rows }

    @Test func `values, quotes and line ends are read as RFC 4180 has them`() throws {
        #expect(try rows("a,b\r\n1,\"x, \"\"y\"\"\nz\"\r\n\r\n,\n") == [["a", "b"], ["1", "x, \"y\"\nz"], ["", ""]])
        #expect(try rows("\u{FEFF}naïve;b\n1;2") == [["naïve", "b"], ["1", "2"]])
        #expect(try rows("a\tb\n\"\"\t2\n") == [["a", "b"], ["", "2"]])
        #expect(try rows("") == [])
        #expect(try rows("\"\"\n") == [[""]])
    }

    @Test func `what the writer writes is read again`() throws {
        var writer = CSVWriter(["name", "words"])
        let words = ["plain", "with, comma", "\"quoted\"", "two\r\nlines", "åäö 🥘", "", " edge "]
        for (number, word) in words.enumerated() { writer.add([String(number), word]) }
        #expect(try CSVReader(writer.bytes).rows.dropFirst().map { $0[1] } == words.map { $0.replacing("\r\n", with: "\r\n") })
    }

    @Test func `what is no table is refused`() {
        #expect(throws: CSVReader.Fault.notUTF8) { try CSVReader([0xFF, 0xFE]) }
        #expect(throws: CSVReader.Fault.openQuote) { try CSVReader(Array("a,\"b".utf8)) }
        #expect(throws: CSVReader.Fault.tooManyRows(2)) { try CSVReader(Array("a\nb\nc".utf8), most: 2) }
    }
}
