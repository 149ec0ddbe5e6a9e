import Foundation

/// Lets a program in the box make one file of texts of ours.
struct BoxedExport: Sendable {
    let box: ConverterBox
    /// The folder that the work is done below.
    let temporary: URL

    /// Runs `program` with `arguments`, which find `texts` and `files` under `/in`, beside each other, and write `/out/NAME`.
    func file(
        _ name: String, by program: String, _ arguments: [String], texts: [String: [UInt8]], files: [String: URL]
    ) async throws(ConversionRefusal) -> [UInt8] {
        let folder = temporary.appending(path: "print-\(UUID().uuidString)", directoryHint: .isDirectory)
        let input = folder.appending(path: "text", directoryHint: .isDirectory)
        let output = folder.appending(path: "out", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        var inputs = files
        do {
            // The box works with nobody's rights.
            for (place, rights) in [(input, 0o755), (output, 0o777)] {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: place.path)
            }
            for (name, text) in texts {
                let file = input.appending(path: name)
                try Data(text).write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
                inputs[name] = file
            }
        } catch { throw .programMissing(program) }
        let run = BoxRun(program: program, arguments: arguments, inputs: inputs, output: output)
        let succeeded = try await onWorkerThread { [box] stop throws(ConversionRefusal) in try box.run(run, stop: stop).succeeded }
        let made = output.appending(path: name)
        guard succeeded, KeptFile.isPlain(made, limit: ConversionLimits().programOutput), let bytes = try? Data(contentsOf: made) else {
            throw .programMissing(program)
        }
        return Array(bytes)
    }
}
