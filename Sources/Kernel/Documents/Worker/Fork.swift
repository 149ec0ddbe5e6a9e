import CSpawn
import Foundation

/// What the converter's first process does with itself and its forks; the calls are C's.
package enum Fork {
    /// Forks a process of one thread. Answers 0 in the fork, its id in the parent, -1 when there is none; both get their end of a pipe,
    /// on which the fork writes.
    package static func begin(_ pipe: inout Int32) -> pid_t { cspawn_fork(&pipe) }

    /// Bars this process and its forks from the eyes of others of the same user; false when that does not work.
    package static func protect() -> Bool { cspawn_protect() == 0 }

    /// Holds this process to what a converter may use; false when that does not work.
    package static func limit(to limits: ConversionLimits) -> Bool {
        // The programs that it starts have limits of their own, which may be wider.
        let most = max(limits.parserSeconds, Int(max(limits.programSeconds, limits.recodingSeconds).rounded(.up))) + 1
        return cspawn_limit(UInt(limits.parserSeconds), UInt(most), UInt(limits.parserMemory)) == 0
    }
}
