import Core
import Documents
import Markup
import Web

/// Everything that the reader's page shows, read in one go.
struct ReaderModel: Sendable {
    let publication: Publication
    let section: SectionContent
    /// Where its owner leads from the end of the section.
    let link: SectionLinks.Link?
    /// The stars that this person may give it at its end.
    let rating: SectionLinks.Rating?
    /// What its owner offers after the last section.
    let ending: Node?
    /// What was said about its paragraphs; nil where its owner has no place for that.
    let remarks: SectionRemarks?
    /// What a publication and its sections are called.
    let words: ReadingWords
    /// How its places are cited, where they have numbers of their own.
    let cited: CitedText?
    let settings: ReadingSettings
    /// Whether somebody has signed in: guests may read and copy, but not mark.
    let isMember: Bool
    /// How much has been read at the beginning of this section, in percent.
    let progress: Double
    /// How far this person has read, on whichever device; nil before the first look.
    let furthest: Furthest?
    /// Where this person was last, on whichever device.
    let last: ReadingPosition?
    /// Another place to go to.
    let offer: PlaceOffer?
    /// How that place is cited, in a text with numbers of its own.
    let offerLabel: String?
    /// What its owner says above a text that only staff may open.
    let preview: Node?
    /// Whether it is a member's first look into the publication.
    let isFirstLook: Bool
    /// What is listened to, where the publication is a recording.
    let recording: Recording?
    /// Where its pages can be seen as they were printed, if they can.
    let pages: String?
    /// The recording of a text, which stands above it.
    let recordingBeside: Recording?

    var isFirst: Bool { section.summary.number == 0 }
    var isLast: Bool { section.summary.number + 1 >= publication.sectionCount }

    /// The address of a neighbouring section.
    func address(_ step: Int) -> String {
        ReadingPaths.section(publication.id, min(max(0, section.summary.number + step), max(0, publication.sectionCount - 1)))
    }
}
