import Core
import Foundation

/// The name that Apple hands over the first time somebody signs in, and never again. Nobody has signed it: it is what a person typed.
struct AppleName {
    let text: String

    /// Reads `{"name":{"firstName":"…","lastName":"…"}}`; nil for anything else.
    init?(json: String?) {
        struct User: Decodable {
            struct Name: Decodable {
                var firstName: String?
                var lastName: String?
            }
            var name: Name?
        }
        guard let json, json.utf8.count <= 4096, let user = try? JSONDecoder().decode(User.self, from: Data(json.utf8)), let name = user.name else {
            return nil
        }
        let words = [name.firstName, name.lastName].compactMap { $0?.trimmed }.filter { !$0.isEmpty }.joined(separator: " ")
        guard !words.isEmpty else { return nil }
        text = String(words.prefix(100))
    }
}
