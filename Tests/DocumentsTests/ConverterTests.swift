import Core
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Documents

/// The converter in its box, and what the server does when it hangs, crashes or lies.
@Suite struct ConverterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Our own converter

    @Test func `one box serves one file after the other`() async throws {
        let converter = DocumentConverter(in: folder)
        for number in 1...3 {
            let document = try await converter.convert(fileAt: folder.write("\(number).md", "# Title \(number)\n\nWords.".utf8), name: "\(number).md")
            #expect(document.metadata.title == "Title \(number)")
            document.discard()
        }
        #expect(try boxes().count == 1)
    }

    @Test func `the converters are not part of the server`() throws {
        // What stands in this process is everything that the server links; the parsers are in a program of their own.
        let program = try #require(ConverterProgram.beside)
        #expect(FileManager.default.isExecutableFile(atPath: program.path))
    }

    @Test func `a file that takes too much processor time ends alone`() async throws {
        var limits = ConversionLimits()
        limits.parserSeconds = 1
        let converter = DocumentConverter(in: folder, limits: limits)
        let slow = String(repeating: "<p>a <b>b</b> <i>c</i>", count: 250_000)
        #expect(await refusal(of: try folder.write("slow.html", slow.utf8), by: converter) == .tooSlow)
        #expect(await refusal(of: try folder.write("good.md", "# Good\n\nWords.".utf8), by: converter) == nil)
        #expect(folder.leftovers.isEmpty)
    }

    @Test func `a file that takes too much memory ends alone, and the log says so`() async throws {
        var limits = ConversionLimits()
        limits.parserMemory = 160 << 20
        let lines = Mutex<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        let converter = DocumentConverter(limits: limits, box: ConverterBox(limits: limits), temporary: folder.url, log: log)
        let large = String(repeating: "<b></b>", count: 400_000)
        #expect(await refusal(of: try folder.write("large.html", large.utf8), by: converter) == .damaged)
        #expect(lines.withLock { $0 }.contains { $0.contains("documents.converter-crashed") })
        #expect(await refusal(of: try folder.write("good.md", "# Good\n\nWords.".utf8), by: converter) == nil)
    }

    @Test func `all who ask for conversions share one limit`() async throws {
        let converter = try self.converter(running: "sleep 0.3", seconds: 10)
        let file = try folder.write("a.md", "Words.".utf8)
        let rounds = 3
        let duration = await ContinuousClock().measure {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<rounds * DocumentConverter.atOnce { group.addTask { _ = await refusal(of: file, by: converter) } }
            }
        }
        #expect(duration >= .milliseconds(300 * rounds))
    }

    // MARK: Converters that somebody else has taken over

    @Test(arguments: [
        "head -c 4096 /dev/urandom", "printf '\\3\\377\\377\\377\\377'", "printf '\\3\\1\\0\\0\\0'", "printf '\\4\\4\\0\\0\\0\\0\\0\\0\\0'", "",
    ])
    func `an answer without sense is a damaged file`(answer: String) async throws {
        #expect(try await refusal(when: answer) == .damaged)
        #expect(try boxes().isEmpty)
    }

    @Test func `a converter that does not start is no converter`() async throws {
        let converter = try self.converter(running: "exit 3", ready: false)
        #expect(await refusal(of: try folder.write("a.md", "Words.".utf8), by: converter) == .boxUnavailable)
        let absent = DocumentConverter(limits: ConversionLimits(), box: ConverterBox(), program: nil, temporary: folder.url)
        #expect(await refusal(of: try folder.write("a.md", "Words.".utf8), by: absent) == .programMissing("stoa-converter"))
    }

    @Test func `a converter that says nothing is ended, and what it started with it`() async throws {
        let mark = "\(Int.random(in: 100_000...999_999))"
        #expect(try await refusal(when: "sleep \(mark) & sleep \(mark)") == .tooSlow)
        for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(process) != nil {
            let line = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            #expect(!line.contains(mark), "\(line)")
        }
    }

    @Test func `a converter that says or writes too much is ended`() async throws {
        #expect(try await refusal(when: "while true; do printf '\\3\\0\\4\\0\\0'; head -c 1024 /dev/zero; done") == .damaged)
        #expect(
            try await refusal(
                when: "printf '\\3\\0\\0\\1\\0\\3\\0\\0\\0\\20\\0\\0\\0\\0'; while true; do head -c 65527 /dev/zero; printf '\\3\\0\\0\\1\\0'; done")
                == .damaged)
        #expect(try await refusal(when: "for i in $(seq 9000); do head -c 900000 /dev/zero > /out/$i; done; sleep 9") == .tooLarge(megabytes: 1))
    }

    @Test func `a caller who gives up does not wait for it`() async throws {
        let converter = try converter(running: "sleep 60", seconds: 60)
        let file = try folder.write("a.md", "Words.".utf8)
        let task = Task { await refusal(of: file, by: converter) }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        let start = ContinuousClock.now
        #expect(await task.value == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try boxes().isEmpty)
    }

    @Test func `what a converter of ours could have said is taken`() async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1]
        let lay = "mkdir /out/keep; base64 -d <<<'\(Data(png).base64EncodedString())' > /out/keep/i1.png"
        let converter = try converter(running: lay + "\n" + answer(wire("<p>Safe.</p>", resources: [("i1.png", "image/png")])))
        let document = try await converter.convert(fileAt: folder.write("a.md", "Words.".utf8), name: "a.md")
        defer { document.discard() }
        #expect(document.sections.map(\.html) == ["<p>Safe.</p>"])
        #expect(try Data(contentsOf: document.resources[0].file) == Data(png))
    }

    @Test(
        arguments: [
            ("<p>x</p><script>alert(1)</script>", [], ""), ("<p onclick=\"x()\">x</p>", [], ""), ("<p>x", [], ""),
            ("<p>x</p>", ["i1.png"], "mkdir /out/keep"), ("<p>x</p>", ["i1.png"], "mkdir /out/keep; ln -s /etc/passwd /out/keep/i1.png"),
            ("<p>x</p>", ["i1.png"], "mkdir /out/keep; mkdir /out/keep/i1.png"), ("<p>x</p>", ["i1.png"], "mkdir /out/keep; mkfifo /out/keep/i1.png"),
            ("<p>x</p>", ["i1.png"], "mkdir /out/keep; echo '<script>' > /out/keep/i1.png"), ("<p>x</p>", ["i1.png"], "ln -s / /out/keep"),
            ("<p>x</p>", ["../i1.png"], "mkdir /out/keep"),
            ("<p>x</p>", ["i1.svg"], "mkdir /out/keep; echo '<svg onload=\"x()\"></svg>' > /out/keep/i1.svg"),
            ("<p>x</p>", ["i1.png", "i1.png"], "mkdir /out/keep"), ("<p>x</p>", ["i1.html"], "mkdir /out/keep; echo x > /out/keep/i1.html"),
        ] as [(String, [String], String)])
    func `what a converter of ours would not have said is a damaged file`(html: String, names: [String], lay: String) async throws {
        let resources = names.map { ($0, $0.hasSuffix("svg") ? "image/svg+xml" : "image/png") }
        #expect(try await refusal(when: "\(lay)\n\(answer(wire(html, resources: resources)))") == .damaged)
        #expect(folder.leftovers.isEmpty)
    }

    @Test(.covers("LIB-092"), arguments: BoxTests.trespasses)
    func `a converter that a file has taken over reaches no other process of its box`(trespass: String) async throws {
        // It would hand out a document if it could.
        let converter = try converter(running: "bash -c '\(trespass)' || exit 3\n" + answer(wire("<p>Done.</p>", resources: [])), seconds: 20)
        #expect(await refusal(of: try folder.write("a.md", "Words.".utf8), by: converter) == .damaged)
    }

    /// Below PATH_MAX no path leads, so neither counting nor removing may go by paths.
    @Test(.covers("LIB-092"))
    func `folders in folders are neither a way round the limit nor left behind`() async throws {
        let dig = "cd /out; for n in $(seq 1500); do mkdir deep && cd deep; done; head -c 100000 /dev/zero > zeros; chmod 000 ."
        let found = try await refusal(when: "\(dig)\n\(answer(wire("<p>x</p>", resources: [])))")
        guard case .tooLarge = found else { throw TestFailure("\(String(describing: found))") }
        #expect(folder.leftovers.isEmpty)
        #expect(try boxes().isEmpty)
    }

    @Test(arguments: ["chmod 777 /out", "chmod 000 /out"])
    func `a box whose folder was changed is let go, and so is one in which programs do not start`(change: String) async throws {
        let changed = try converter(running: change + "\n" + answer(wire("<p>Safe.</p>", resources: []), stays: true), seconds: 20)
        do {
            try await changed.convert(fileAt: folder.write("a.md", "Words.".utf8), name: "a.md").discard()
        } catch ConversionRefusal.tooLarge where geteuid() != 0 {
            // A folder that is closed to us hides what it holds; nothing is closed to root.
        }
        #expect(try boxes().isEmpty)
        let broken = try converter(running: answer(ConversionReply.refusal(.boxUnavailable), stays: true), seconds: 20)
        #expect(await refusal(of: try folder.write("a.md", "Words.".utf8), by: broken) == .boxUnavailable)
        #expect(try boxes().isEmpty)
        // Any other refusal leaves a box for the next file.
        let sound = try converter(running: answer(ConversionReply.refusal(.noText), stays: true), seconds: 20)
        #expect(await refusal(of: try folder.write("a.md", "Words.".utf8), by: sound) == .noText)
        #expect(try boxes().count == 1)
    }

    @Test func `a box that ended while it waited is replaced`() async throws {
        let converter = try converter(running: answer(wire("<p>Safe.</p>", resources: [])))
        for _ in 0..<2 {
            let document = try await converter.convert(fileAt: folder.write("a.md", "Words.".utf8), name: "a.md")
            #expect(document.sections[0].html == "<p>Safe.</p>")
        }
    }

    // MARK: Making such converters

    private func boxes() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("box-") } }

    /// The refusal of a file when the converter in the box is a script.
    private func refusal(when script: String) async throws -> ConversionRefusal? {
        await refusal(of: try folder.write("a.md", "Words.".utf8), by: try converter(running: script))
    }

    private func refusal(of file: URL, by converter: DocumentConverter) async -> ConversionRefusal? {
        await DocumentsTests.refusal(of: file, by: converter)
    }

    /// A converter whose program waits for a file and then runs `script`.
    private func converter(running script: String, ready: Bool = true, seconds: Double = 1) throws -> DocumentConverter {
        let begin = ready ? "printf '\\1\\0\\0\\0\\0'; head -c 1 > /dev/null; printf '\\2\\0\\0\\0\\0'" : ""
        let program = try folder.write("program-\(UUID().uuidString)", "#!/bin/bash\n\(begin)\n\(script)\n".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        var limits = ConversionLimits()
        limits.programSeconds = seconds
        limits.parserSeconds = Int(seconds)
        limits.programOutput = 1 << 20
        limits.archiveBytes = 1 << 20
        return DocumentConverter(
            limits: limits, box: ConverterBox(limits: limits), program: ConverterProgram(path: program.path, libraries: []), temporary: folder.url)
    }

    private func wire(_ html: String, resources: [(String, String)]) -> [UInt8] {
        let document = ConvertedDocument(
            format: .markdown, metadata: DocumentMetadata(), direction: .leftToRight, sections: [ConvertedSection(title: nil, html: html, text: "x")],
            contents: [], resources: resources.map { ConvertedResource(name: $0.0, mediaType: $0.1, file: folder.url) }, cover: nil, audio: nil,
            bible: nil, folder: folder.url)
        return DocumentWire(document: document, warnings: [], cover: nil).bytes
    }

    /// The lines of a script that hand out a document and end well.
    private func answer(_ wire: [UInt8], stays: Bool = false) -> String { answer(.document(wire[...]), stays: stays) }

    /// The same with any reply; a script that stays waits for a next file.
    private func answer(_ reply: ConversionReply, stays: Bool = false) -> String {
        let piece = BoxFrame.piece.around(reply.bytes)
        let end = BoxFrame.ended.around([0, 0, 0, 0])
        return "base64 -d <<<'\(Data(piece + end).base64EncodedString())'" + (stays ? "\ncat > /dev/null" : "")
    }
}
