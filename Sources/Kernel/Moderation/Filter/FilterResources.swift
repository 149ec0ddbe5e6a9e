import Core
import Foundation

/// The files the filter is made from.
enum FilterResources {
    /// A line that cannot be read.
    struct Broken: Error { let line: String }

    /// The languages with lists of their own.
    static let languages: [Language] = [.english, .swedish]

    /// A file of `Resources/Filter`.
    static func data(_ name: String) throws -> Data {
        guard let url = Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Resources/Filter") else { throw Broken(line: name) }
        return try Data(contentsOf: url)
    }

    /// A text file of `Resources/Filter`.
    static func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }
}
