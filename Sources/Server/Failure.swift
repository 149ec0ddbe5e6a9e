import Core
import Web

/// An error in words for the terminal.
enum Failure {
    static func words(for error: any Error) -> String {
        guard let problem = (error as? any ProblemConvertible)?.problem else { return "stoa: \(error)" }
        let words = [problem.detail, problem.remedy].compactMap { $0 }.map { Request.plainEnglish($0, .english, Request.universalTime) }
        return "stoa: " + words.joined(separator: " ")
    }
}
