import CSpawn
import Core
import Foundation

/// The box in which programs of others read files of strangers: bubblewrap with every namespace of its own.
///
/// No network, no processes but its own, the system read-only, one folder to write to, an empty environment, nobody's rights,
/// limits on time, memory and output, no system call that reaches another process or outlasts its own. Where bubblewrap cannot run, nothing runs.
public struct ConverterBox: Sendable {
    private let bubblewrap: String
    private let limits: ConversionLimits

    /// A box with the given limits; `bubblewrap` is the program's path.
    public init(limits: ConversionLimits = ConversionLimits(), bubblewrap: String = "/usr/bin/bwrap") {
        self.limits = limits
        self.bubblewrap = bubblewrap
    }

    /// Whether the box works on this machine; runs `/usr/bin/true` in it once.
    public func isAvailable() async -> Bool {
        let result = try? await onWorkerThread { [self] stop throws(ConversionRefusal) in
            try run(BoxRun(program: "true", arguments: []), stop: stop).succeeded
        }
        return result ?? false
    }

    /// Runs a program to its end, or kills it with everything it started. Blocks the thread.
    func run(_ run: BoxRun, stop: Cancellation) throws(ConversionRefusal) -> BoxResult {
        guard FileManager.default.isExecutableFile(atPath: bubblewrap) else { throw .boxUnavailable }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(run.program)") else { throw .programMissing(run.program) }
        var child = try BoxProcess(bubblewrap: bubblewrap, arguments: arguments(for: run))
        let result = try child.wait(
            seconds: run.seconds ?? limits.programSeconds, outputLimit: Int(limits.programOutput), folder: run.output,
            stop: stop)
        // bubblewrap says so on standard error when it could not even begin.
        if result.status != 0, result.standardError.hasPrefix("bwrap: ") { throw .boxUnavailable }
        return result
    }

    private func arguments(for run: BoxRun) -> [String] {
        var words = Self.walls + ["--die-with-parent", "--setenv", "HOME", "/tmp"]
        words += ["--size", String(limits.programOutput), "--tmpfs", "/tmp", "--dir", "/in"]
        for (name, file) in run.inputs.sorted(by: { $0.key < $1.key }) { words += ["--ro-bind", file.path, "/in/\(name)"] }
        if let output = run.output { words += ["--bind", output.path, "/out"] }
        words += ["--remount-ro", "/", "--chdir", "/tmp", "--"]
        return words + limits.prlimit(seconds: run.seconds) + ["/usr/bin/\(run.program)"] + run.arguments
    }

    /// Every namespace of its own, nobody's rights, an empty environment, the system read-only.
    private static let walls: [String] = {
        var words = [
            "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL", "--hostname", "box",
            "--new-session", "--seccomp", String(CSPAWN_FILTER), "--clearenv", "--setenv", "PATH", "/usr/bin", "--setenv", "LANG", "C.UTF-8",
            // One thread each: the server shares its processors with readers.
            "--setenv", "OMP_THREAD_LIMIT", "1", "--setenv", "VIPS_CONCURRENCY", "1",
            "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib",
            "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev",
        ]
        for readable in ["/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig"] {
            words += ["--ro-bind-try", readable, readable]
        }
        return words
    }()

    /// The command that starts a converter of ours in a box that stays for several files: it reads `input`, and writes only to `output`.
    ///
    /// It ends when its standard input does, so it needs no tie to the thread that starts it.
    func command(for program: ConverterProgram, input: URL, output: URL) -> (path: String, arguments: [String]) {
        var words = Self.walls + ["--as-pid-1", "--setenv", "HOME", "/out", "--setenv", "TMPDIR", "/out", "--remount-ro", "/dev"]
        for library in program.libraries { words += ["--ro-bind", library, library] }
        words += [
            "--ro-bind", program.path, "/stoa-converter", "--ro-bind", input.path, "/in", "--bind", output.path, "/out", "--dir", "/tmp",
            "--remount-ro", "/", "--chdir", "/out", "--",
        ]
        return (bubblewrap, words + limits.prlimit(seconds: nil, isConverter: true) + ["/stoa-converter"])
    }

    /// Whether bubblewrap is there at all.
    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: bubblewrap) }
}

extension ConversionLimits {
    /// The command before a program's own that sets what the kernel grants it.
    package func prlimit(seconds: Double?, isConverter: Bool = false) -> [String] {
        var words = ["/usr/bin/prlimit", "--as=\(programMemory)", "--fsize=\(programOutput)", "--nproc=64", "--nofile=256", "--core=0"]
        // A converter limits its processor time for each file anew, and has a stack for documents that nest.
        if isConverter {
            words.append("--stack=\(32 << 20)")
        } else {
            words.append("--cpu=\(Int((seconds ?? programSeconds).rounded(.up)))")
        }
        return words
    }
}
