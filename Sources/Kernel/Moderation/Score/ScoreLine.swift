import Core
import Foundation
import Platform

/// One line of a file to score the filter with: a text, its language, and what people say it is.
struct ScoreLine: Sendable {
    /// Why a line cannot be used.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    let text: String
    let language: Language
    /// The kind that the line is labelled with; nil is clean.
    let label: FilterVerdict.Kind?

    private struct Fields: Decodable {
        var text: String?
        var language: String?
        var label: String?
    }

    /// Reads `{"text": …, "language": …, "label": …}`.
    init(_ json: Data) throws(Mistake) {
        guard let fields = try? JSONDecoder().decode(Fields.self, from: json) else {
            throw Mistake(description: "this is not a JSON object with the strings text, language and label")
        }
        guard let text = fields.text else { throw Mistake(description: "text is missing") }
        guard let language = fields.language, !language.isEmpty else { throw Mistake(description: "language is missing") }
        guard let label = fields.label else { throw Mistake(description: "label is missing") }
        let kind = FilterVerdict.Kind(rawValue: label)
        guard kind != nil || label == "clean" else {
            let known = (["clean"] + FilterVerdict.Kind.allCases.map(\.rawValue)).joined(separator: ", ")
            throw Mistake(description: "“\(label)” is no label; these are: \(known)")
        }
        self.text = text
        self.language = Language(language)
        self.label = kind
    }

    /// Every line of a file.
    /// - Throws: ``Mistake`` naming the line, or what the file system says.
    static func read(_ file: URL) throws -> [ScoreLine] {
        var lines: [ScoreLine] = []
        for (number, line) in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            do throws(Mistake) {
                lines.append(try ScoreLine(line))
            } catch {
                throw Mistake(description: "\(file.lastPathComponent), line \(number + 1): \(error.description).")
            }
        }
        return lines
    }
}
