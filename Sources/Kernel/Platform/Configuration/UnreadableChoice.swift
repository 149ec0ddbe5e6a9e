import Core
import Foundation

/// A row of the operator's choices that this program can't read: written by a newer version, or damaged.
package struct UnreadableChoice: Error, Equatable, CustomStringConvertible {
    /// `site`, or the name of a part's section.
    let section: String
    /// The place in it, such as `openingHours.library.days`; empty where none of it can be read.
    let field: String
    /// What is wrong there. It repeats no values, for some are secrets.
    let reason: String

    init(_ section: String, _ error: any Error) {
        self.section = section
        let (path, reason) = Self.place(of: error)
        field = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        self.reason = reason
    }

    /// What is wrong and what to do, in one line.
    package var description: String {
        let place = field.isEmpty ? "" : ", field “\(field)”"
        let remedy =
            section == ConfigurationStore.site
            ? "restore a backup, or correct the row “\(section)” of the table platform_configuration"
            : "set it again in the portal, or take it away: stoa config \(section) null"
        return "The site's choices can't be read in section “\(section)”\(place): \(reason). "
            + "If a newer Stoa wrote them, update this one; otherwise \(remedy)."
    }

    private static func place(of error: any Error) -> (path: [any CodingKey], reason: String) {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): (context.codingPath + [key], "it is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath, words(context.debugDescription))
        default: ([], "it is damaged")
        }
    }

    /// Foundation's sentence as a part of ours.
    private static func words(_ sentence: String) -> String {
        let sentence = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
}

extension ConfigurationSection {
    /// What is wrong with the text of its section; nil where it can be read.
    fileprivate static func fault(in text: String) -> UnreadableChoice? {
        do {
            _ = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
            return nil
        } catch {
            return UnreadableChoice(name, error)
        }
    }
}

extension SiteConfiguration {
    /// What can't be read of the parts' sections, whose types these are.
    package func faults(in types: [any ConfigurationSection.Type]) -> [UnreadableChoice] {
        types.compactMap { type in sections[type.name].flatMap { type.fault(in: $0) } }
    }
}
