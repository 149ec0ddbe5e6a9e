import Core
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite(.serialized) struct BoxTests {
    private func run(
        _ program: String, _ arguments: [String], limits: ConversionLimits = ConversionLimits(), output: URL? = nil
    ) throws -> BoxResult {
        try ConverterBox(limits: limits).run(BoxRun(program: program, arguments: arguments, output: output), stop: Cancellation())
    }

    @Test func `it works on this machine`() async {
        #expect(await ConverterBox().isAvailable())
    }

    @Test func `a program sees neither the network nor the house`() throws {
        let interfaces = try run("cat", ["/proc/net/dev"])
        let names = String(decoding: interfaces.standardOutput, as: UTF8.self).split(separator: "\n").dropFirst(2)
            .map { $0.split(separator: ":")[0].trimmingCharacters(in: .whitespaces) }
        #expect(names.allSatisfy { $0 == "lo" })
        for secret in ["/etc/passwd", "/root", "/home", FileManager.default.currentDirectoryPath] {
            #expect(try !run("ls", [secret]).succeeded, "\(secret)")
        }
        #expect(String(decoding: try run("id", ["-u"]).standardOutput, as: UTF8.self) == "65534\n")
        let environment = String(decoding: try run("env", []).standardOutput, as: UTF8.self)
        #expect(
            Set(environment.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }) == [
                "PATH", "HOME", "LANG", "OMP_THREAD_LIMIT", "VIPS_CONCURRENCY", "PWD",
            ])
        let processes = String(decoding: try run("ls", ["/proc"]).standardOutput, as: UTF8.self).split(separator: "\n").count {
            Int($0) != nil
        }
        #expect(processes <= 4)
    }

    /// What would outlast a program in a box that stays, or change the processes beside it.
    static let trespasses = [
        "prlimit --pid 1 --nofile=7:7", "prlimit --pid $PPID --nofile=7:7", "renice -n 5 -p 1", "ionice -c 3 -p 1", "taskset -p 1 1",
        "chrt --batch -p 0 1", "ipcmk --shmem 4096", "ipcmk --semaphore 1", "ipcmk --queue",
    ]

    @Test(.covers("LIB-092"), arguments: trespasses)
    func `a program changes nothing in other processes of its box, and leaves nothing behind`(trespass: String) throws {
        let result = try run("bash", ["-c", trespass])
        #expect(!result.succeeded && result.standardError.contains("not permitted"), "\(result.standardError)")
        // What it sets for itself it may.
        #expect(try run("bash", ["-c", "prlimit --nofile=40 bash -c 'ulimit -n'"]).standardOutput == Array("40\n".utf8))
    }

    @Test func `a program writes to its own folder and nowhere else`() throws {
        let folder = try TemporaryFolder()
        #expect(try run("touch", ["/out/made"], output: folder.url).succeeded)
        #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("made").path))
        for place in ["/usr/bin/made", "/made", "/in/made", "/etc/made"] { #expect(try !run("touch", [place]).succeeded, "\(place)") }
    }

    @Test func `a program that does not end is ended with everything it started`() throws {
        var limits = ConversionLimits()
        limits.programSeconds = 1
        let mark = "\(Int.random(in: 100_000...999_999))"
        let start = ContinuousClock.now
        #expect(throws: ConversionRefusal.tooSlow) { try run("bash", ["-c", "sleep \(mark) & sleep \(mark)"], limits: limits) }
        #expect(ContinuousClock.now - start < .seconds(5))
        usleep(100_000)
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
        for process in processes {
            let line = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            #expect(!line.contains(mark), "\(line)")
        }
    }

    @Test func `processor time, memory and output have an end`() throws {
        var limits = ConversionLimits()
        limits.programSeconds = 3
        limits.programOutput = 8 << 20
        limits.programMemory = 256 << 20
        #expect(throws: ConversionRefusal.tooLarge(megabytes: 8)) { try run("yes", [], limits: limits) }
        #expect(try !run("tail", ["/dev/zero"], limits: limits).succeeded)
        let folder = try TemporaryFolder()
        let written = try run("dd", ["if=/dev/zero", "of=/out/large", "bs=1M", "count=64"], limits: limits, output: folder.url)
        #expect(!written.succeeded)
        #expect(throws: ConversionRefusal.tooLarge(megabytes: 8)) {
            try run("bash", ["-c", "for i in $(seq 5000); do head -c 100000 /dev/zero > /out/$i; done; sleep 3"], limits: limits, output: folder.url)
        }
        let size = try folder.url.appendingPathComponent("large").resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        #expect(size <= 8 << 20)
    }

    @Test func `without bubblewrap nothing is converted`() async throws {
        let folder = try TemporaryFolder()
        let box = ConverterBox(bubblewrap: "/nonexistent/bwrap")
        #expect(await !box.isAvailable())
        let converter = DocumentConverter(box: box, temporary: folder.url)
        let file = try folder.write("paper.pdf", "%PDF-1.4\n".utf8)
        #expect(await refusal(of: file, by: converter) == .boxUnavailable)
        #expect(throws: ConversionRefusal.programMissing("no-such-program")) { try run("no-such-program", []) }
    }

    @Test func `a caller who gives up does not wait for the program`() throws {
        let stop = Cancellation()
        // A thread of its own: the pool may be busy with other tests.
        Thread.detachNewThread {
            usleep(200_000)
            stop.cancel()
        }
        let start = ContinuousClock.now
        #expect(throws: ConversionRefusal.cancelled) { try ConverterBox().run(BoxRun(program: "sleep", arguments: ["60"]), stop: stop) }
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
