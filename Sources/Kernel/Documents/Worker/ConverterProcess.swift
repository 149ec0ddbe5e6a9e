import CSpawn
import Core
import Foundation
import Synchronization

/// A converter in its box. It takes one file after the other; between two files nothing is left in the box but its first process, which
/// never reads a file itself.
final class ConverterProcess: Sendable {
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private let errors: Int32
    private let folder: URL
    /// What the folder that the converter writes to is like at first.
    private let made: FolderFacts?
    private let served = Atomic(0)

    /// Files that one box takes at most.
    static let mostFiles = 500
    /// How often it may say how far it has come with a file.
    private static let mostSteps = 200_000

    /// Where the converter of this box leaves what belongs to a document.
    var kept: URL { outFolder.appendingPathComponent("keep", isDirectory: true) }
    private var inFolder: URL { folder.appendingPathComponent("in", isDirectory: true) }
    private var outFolder: URL { folder.appendingPathComponent("out", isDirectory: true) }

    /// Starts a box with its folders below `temporary`, and waits until its converter answers.
    init(_ program: ConverterProgram, in box: ConverterBox, temporary: URL, stop: Cancellation) throws(ConversionRefusal) {
        guard box.isInstalled else { throw .boxUnavailable }
        folder = temporary.appendingPathComponent("box-\(UUID().uuidString)", isDirectory: true)
        let inFolder = folder.appendingPathComponent("in", isDirectory: true)
        let outFolder = folder.appendingPathComponent("out", isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: inFolder, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(at: outFolder, withIntermediateDirectories: true)
        } catch { throw .storage }
        made = FolderFacts(outFolder)
        let command = box.command(for: program, input: inFolder, output: outFolder)
        var words: [UnsafeMutablePointer<CChar>?] = ([command.path] + command.arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var ends: (input: Int32, output: Int32, errors: Int32) = (-1, -1, -1)
        process = cspawn_start(command.path, words, CSPAWN_BOX, &ends.input, &ends.output, &ends.errors)
        input = ends.input
        output = ends.output
        errors = ends.errors
        guard process > 0 else { throw .boxUnavailable }
        do throws(ConversionRefusal) {
            var reading = Reading(limit: 64, deadline: .now + .seconds(30))
            guard case .ready? = try reading.next(from: output, errors: errors, stop: stop, look: {}) else { throw .boxUnavailable }
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .boxUnavailable
        }
    }

    /// Ends the box with all that is in it, and removes its folders.
    deinit {
        guard process > 0 else { return }
        // Without its input the first process ends, and the kernel ends all others of the box with it; bubblewrap ends last.
        close(input)
        close(output)
        close(errors)
        var status: Int32 = 0
        var patience = 500
        while waitpid(process, &status, patience > 0 ? WNOHANG : 0) == 0 {
            usleep(1000)
            patience -= 1
            if patience == 0 { Self.end(process) }
        }
        FolderTree.remove(folder)
    }

    /// Ends a box whose first process does not listen: that process is bubblewrap's only child, and bubblewrap ends when all of the box has.
    private static func end(_ bubblewrap: pid_t) {
        let children = FileHandle(forReadingAtPath: "/proc/\(bubblewrap)/task/\(bubblewrap)/children").flatMap { try? $0.readToEnd() }
        let first = String(decoding: children ?? Data(), as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        for process in first.isEmpty ? [bubblewrap] : first { kill(process, SIGKILL) }
    }

    /// Whether it may take another file.
    var isFresh: Bool { served.load(ordering: .relaxed) < Self.mostFiles }

    /// Has a file converted. Whatever it throws or answers besides a document or a refusal of the converter's own, this box is done with.
    func convert(
        _ file: URL, _ request: ConversionRequest, stop: Cancellation, progress: (Double) -> Void
    ) throws(Failure) -> Answer {
        served.add(1, ordering: .relaxed)
        let shown = inFolder.appendingPathComponent("file")
        do { try Self.show(file, at: shown) } catch { throw .refusal(.storage) }
        defer { unlink(shown.path) }
        var head = WireWriter()
        let bytes = request.bytes
        head.int(bytes.count)
        guard Self.write(head.bytes + bytes, to: input) else { throw .gone }
        return try read(request.limits, stop, progress)
    }

    /// What came of a file.
    enum Answer {
        case document(ArraySlice<UInt8>)
        case refusal(ConversionRefusal)
    }

    /// Why there is no answer.
    enum Failure: Error {
        /// The box had ended before it began with the file.
        case gone
        /// The converter ended in the midst of it, by this signal or status.
        case crashed(status: Int32)
        case refusal(ConversionRefusal)
    }

    private func read(_ limits: ConversionLimits, _ stop: Cancellation, _ progress: (Double) -> Void) throws(Failure) -> Answer {
        let longest = Int(limits.programOutput)
        let end = ContinuousClock.now + .seconds(limits.conversionSeconds)
        var reading = Reading(limit: longest, deadline: min(end, .now + .seconds(limits.silentSeconds)))
        var collected: ArraySlice<UInt8> = []
        var answer: Answer?
        var hasBegun = false
        var steps = 0
        while true {
            let part: Reading.Part?
            do throws(ConversionRefusal) {
                part = try reading.next(from: output, errors: errors, stop: stop) { () throws(ConversionRefusal) in try checkSize(limits) }
            } catch { throw .refusal(error) }
            switch part {
            case .begun: hasBegun = true
            case .piece(let piece):
                collected += piece
                reading.deadline = min(end, .now + .seconds(limits.silentSeconds))
                do throws(WireReader.Fault) {
                    while let message = try ConversionReply.next(in: &collected, limit: longest) {
                        guard answer == nil else { throw WireReader.Fault() }
                        switch message {
                        case .progress(let share):
                            steps += 1
                            guard steps <= Self.mostSteps else { throw WireReader.Fault() }
                            progress(share)
                        case .refusal(let refusal): answer = .refusal(refusal)
                        case .document(let document): answer = .document(document)
                        }
                    }
                } catch { throw .crashed(status: 0) }
            case .ended(let status):
                if let answer, status == 0, collected.isEmpty, reading.isEmpty {
                    // It may have written since the last look.
                    do { try checkSize(limits) } catch { throw .refusal(error) }
                    return answer
                }
                if status == 128 + SIGXCPU { throw .refusal(.tooSlow) }
                throw .crashed(status: status)
            case .ready: throw .crashed(status: 0)
            case nil: throw hasBegun ? .crashed(status: 0) : .gone
            }
        }
    }

    /// One file is limited by the kernel; many files and folders only by looking.
    private func checkSize(_ limits: ConversionLimits) throws(ConversionRefusal) {
        if FolderTree.size(of: outFolder) ?? .max > limits.folderBytes { throw .tooLarge(megabytes: Int(limits.programOutput >> 20)) }
    }

    /// Empties the folder that the converter writes to; false when that does not work or the folder is not as it was made, and the box
    /// is no longer clean.
    func clear() -> Bool {
        guard FolderFacts(outFolder) == made else { return false }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: outFolder.path) else { return false }
        for name in names {
            guard FolderTree.remove(outFolder.appendingPathComponent(name)) else { return false }
        }
        return true
    }

    /// A second name for the file inside the folder that the box sees; a copy where the file lies on another disk.
    private static func show(_ file: URL, at place: URL) throws {
        unlink(place.path)
        if link(file.path, place.path) == 0 { return }
        try FileManager.default.copyItem(at: file.resolvingSymlinksInPath(), to: place)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { cspawn_write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(Int(count)) } else if errno != EINTR { return false }
        }
        return true
    }
}

/// What a file could change about the folder itself to spoil what the next one writes there: who may what, by mode or by lists.
private struct FolderFacts: Equatable {
    private let mode: mode_t
    private let attributes: Int32

    init?(_ folder: URL) {
        var facts = stat()
        guard lstat(folder.path, &facts) == 0 else { return nil }
        mode = facts.st_mode
        attributes = cspawn_attributes(folder.path)
    }
}

extension ConversionLimits {
    /// Seconds without a sign of life after which a converter is taken for stuck: it speaks before and after each program it runs.
    fileprivate var silentSeconds: Double { 2 * max(programSeconds, Double(parserSeconds)) }

    /// Bytes that a conversion may have on disk at a time: an archive unpacked, and what two programs wrote.
    fileprivate var folderBytes: Int { Int(archiveBytes + 2 * programOutput) }
}
