import Core

extension Language {
    /// Whether `tag` has the form of a BCP 47 tag.
    package static func isTag(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.utf8.allSatisfy(\.isASCIILetter), tag.count <= 35 else {
            return false
        }
        return parts.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }
    }
}
