import Core
import Media
import Platform
import Web

/// A tier as programs read it.
struct TierAnswer: JSONAnswer, Codable {
    let id: TierID
    let name: String
    let summary: String
    let benefits: [String]
    /// In the smallest unit of the currency.
    let price: Int
    let currency: String
    /// How long it lasts; 0 is for life.
    let months: Int
    /// Higher ones include more.
    let level: Int
    let guests: Int
    /// Whether everyone can buy it.
    let isSold: Bool

    init(_ tier: Tier) {
        id = tier.id
        name = tier.name
        summary = tier.summary
        benefits = tier.benefits
        price = tier.price
        currency = tier.currency
        months = tier.months
        level = tier.level
        guests = tier.guests
        isSold = tier.isSold
    }
}

/// A room as programs read it.
struct RoomAnswer: JSONAnswer, Codable {
    let id: RoomID
    let name: String
    let text: String
}

/// A picture as programs read it.
struct PictureAnswer: Codable, Sendable {
    let alt: String
    let thumbnail: String
    let large: String
    /// Pixels of the large one.
    let width: Int
    let height: Int
    /// Where its parts are, by the Image API of IIIF; absent for what isn't in the gallery.
    var service: String?
}

/// An exhibit as programs read it.
struct ExhibitAnswer: JSONAnswer, Codable {
    let id: ExhibitID
    let room: RoomID?
    let kind: ExhibitKind
    let title: String
    let creator: String
    let made: String
    let medium: String
    let size: String
    let credit: String
    let text: String
    let picture: PictureAnswer?
    let video: String?
    /// The page for people.
    let page: String
    /// What viewers read, by the Presentation API of IIIF; only with a picture.
    let manifest: String?

    init(_ exhibit: Exhibit, _ address: WholeAddress) {
        id = exhibit.id
        room = exhibit.room
        kind = exhibit.kind
        title = exhibit.title
        creator = exhibit.creator
        made = exhibit.made
        medium = exhibit.medium
        size = exhibit.size
        credit = exhibit.credit
        text = exhibit.text
        picture = exhibit.picture.map { picture in
            PictureAnswer(
                alt: exhibit.alt, thumbnail: address.of(picture.address(.thumbnail, of: exhibit.id)),
                large: address.of(picture.address(.large, of: exhibit.id)), width: picture.width, height: picture.height,
                service: address.of(MuseumPaths.image(exhibit.id)))
        }
        video = exhibit.video.map { _ in address.of(MuseumPaths.exhibitVideo(exhibit.id)) }
        page = address.of(MuseumPaths.exhibit(exhibit.id))
        manifest = exhibit.picture.map { _ in address.of(MuseumPaths.exhibitManifest(exhibit.id)) }
    }
}

/// An event as programs read it.
struct EventAnswer: JSONAnswer, Codable {
    let id: EventID
    let title: String
    let text: String
    /// Empty where it is the whole museum.
    let place: String
    let startsAt: Instant
    let endsAt: Instant
    /// Absent where one just comes.
    let places: Int?
    let free: Int?
    let waiting: Int
    /// The least level of a tier whose members can register; 0 is for everyone.
    let level: Int
    /// In the currency’s smallest unit, 0 where it is free; absent where nobody said.
    let price: Int?
    let currency: String?
    let isCancelled: Bool
    /// Absent where there is none.
    let picture: PictureAnswer?
    let page: String
    /// As a file for calendars.
    let calendar: String

    init(_ event: Event, _ address: WholeAddress) {
        id = event.id
        title = event.title
        text = event.text
        place = event.place
        startsAt = event.startsAt
        endsAt = event.endsAt
        places = event.places
        free = event.free
        waiting = event.waiting
        level = event.level
        price = event.price?.minor
        currency = event.price?.currency
        isCancelled = event.isCancelled
        picture = event.picture.map { picture in
            PictureAnswer(
                alt: event.alt, thumbnail: address.of(picture.address(.thumbnail, of: event.id)),
                large: address.of(picture.address(.large, of: event.id)), width: picture.width, height: picture.height)
        }
        page = address.of(MuseumPaths.event(event.id))
        calendar = address.of(MuseumPaths.eventFile(event.id))
    }
}

/// What the caller has of an event.
struct RegistrationAnswer: JSONAnswer, Codable {
    let event: EventID
    let status: RegistrationStatus
}

/// The caller's membership.
struct MembershipAnswer: JSONAnswer, Codable {
    let id: MembershipID
    /// The member's own, as on their card.
    let number: Int64
    let tier: TierAnswer
    let source: MembershipSource
    let startsAt: Instant?
    /// Absent for life.
    let expiresAt: Instant?

    init(_ membership: Membership, _ tier: Tier, number: Int64) {
        id = membership.id
        self.number = number
        self.tier = TierAnswer(tier)
        source = membership.source
        startsAt = membership.startsAt
        expiresAt = membership.expiresAt
    }
}
