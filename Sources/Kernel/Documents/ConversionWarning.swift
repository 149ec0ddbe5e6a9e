import Core

/// What a librarian should know about a file that was read: something was left out, or guessed.
package enum ConversionWarning: Sendable, Equatable {
    case externalPictures, foreignPictures, fixedLayout, unusableNames, missingChapter, textBoxes, wordsOnly, recognised, shownAsPages, soundRewritten
    case missingPicture(String)
    case unsupportedPicture(String)
    case pagesLeftOut(after: Int)

    package var text: Text {
        switch self {
        case .externalPictures: "Pictures from other servers were left out."
        case .foreignPictures: "Pictures that aren’t part of the file were left out."
        case .fixedLayout: "The book has a fixed page layout; it is shown as flowing text."
        case .unusableNames: "Parts with unusable names were left out."
        case .missingChapter: "A chapter is missing or of a kind that can’t be shown."
        case .textBoxes: "The words in text boxes were left out."
        case .wordsOnly: "The layout couldn’t be read; only the words were taken."
        case .recognised: "The text was recognised from pictures of the pages and may contain errors."
        case .shownAsPages: "No text could be read in the scan; its pages are shown as pictures."
        case .soundRewritten: "A copy was made for listening in every browser. The original stays for download."
        case .missingPicture(let name): "A picture is missing: \(name)"
        case .unsupportedPicture(let name): "A picture or sound was left out because its format or size isn’t supported: \(name)"
        case .pagesLeftOut(let pages): "Only the first \(pages) pages of the scan were read."
        }
    }

    package func write(to writer: inout WireWriter) {
        func plain(_ kind: UInt8, _ name: String = "", _ number: Int = 0) {
            writer.byte(kind)
            writer.string(name)
            writer.int(number)
        }
        switch self {
        case .externalPictures: plain(0)
        case .foreignPictures: plain(1)
        case .fixedLayout: plain(2)
        case .unusableNames: plain(3)
        case .missingChapter: plain(4)
        case .textBoxes: plain(5)
        case .wordsOnly: plain(6)
        case .recognised: plain(7)
        case .missingPicture(let name): plain(8, name)
        case .unsupportedPicture(let name): plain(9, name)
        case .pagesLeftOut(let pages): plain(10, "", pages)
        case .shownAsPages: plain(11)
        case .soundRewritten: plain(12)
        }
    }

    package init(from reader: inout WireReader) throws(WireReader.Fault) {
        let kind = try reader.byte()
        let name = try reader.string(4096)
        let number = try reader.int(in: 0...1_000_000)
        switch kind {
        case 0: self = .externalPictures
        case 1: self = .foreignPictures
        case 2: self = .fixedLayout
        case 3: self = .unusableNames
        case 4: self = .missingChapter
        case 5: self = .textBoxes
        case 6: self = .wordsOnly
        case 7: self = .recognised
        case 8: self = .missingPicture(name)
        case 9: self = .unsupportedPicture(name)
        case 10: self = .pagesLeftOut(after: number)
        case 11: self = .shownAsPages
        case 12: self = .soundRewritten
        default: throw WireReader.Fault()
        }
    }
}
