import Core

/// A stay at the museum. Nothing of it says where in the museum, or which way somebody came.
struct Stay: Sendable, Equatable {
    let arrival: Instant
    /// When the phone was last there.
    var departure: Instant
    /// Whether the entrance scanned the member's code.
    var isConfirmed = false
    /// Since when the phone has been elsewhere; nil while it is there.
    var awaySince: Instant?

    var length: Duration { departure - arrival }
}

/// Makes stays of positions, one after the other (MUS-035, MUS-037).
///
/// Positions are noisy: one that is off by a street doesn't end a stay, and walking past doesn't begin one. Only opening hours count: a stay
/// ends when the museum closes, and without hours there is none (MUS-038).
struct VisitTracker: Sendable {
    /// Whoever is there for less was passing by, unless the entrance scanned their code.
    static let shortest: Duration = .seconds(300)
    /// A phone that has been elsewhere for so long has left.
    static let away: Duration = .seconds(180)
    /// After a longer silence it is another stay; the phone sleeps in a pocket meanwhile.
    static let longestSilence: Duration = .seconds(7200)
    /// A position that is less certain says nothing, in metres.
    static let worstAccuracy = 150.0
    /// So far outside of the fence a stay goes on: positions at a wall jump to both of its sides.
    static let margin = 30.0

    /// Where the museum is; without it the entrance alone counts.
    let fence: Fence?
    let hours: MuseumHours
    private(set) var finished: [Stay] = []
    private(set) var ongoing: Stay?

    init(fence: Fence?, hours: MuseumHours, ongoing: Stay? = nil) {
        self.fence = fence
        self.hours = hours
        self.ongoing = ongoing
    }

    /// Takes the next position; one that is older than the last, or that is too vague, changes nothing.
    mutating func take(_ position: Position) {
        guard let fence, (position.accuracy ?? 0) <= Self.worstAccuracy else { return }
        if let stay = ongoing, position.at <= max(stay.departure, stay.awaySince ?? stay.departure) { return }
        let distance = fence.distance(to: position)
        let isThere = distance <= Double(fence.metres)
        let isNear = distance <= Double(fence.metres) + max(Self.margin, position.accuracy ?? 0)
        carryOn(until: position.at, isNear: isNear)
        guard hours.opening(at: position.at) != nil else { return }
        if var stay = ongoing {
            if isNear {
                (stay.departure, stay.awaySince) = (position.at, nil)
            } else if let since = stay.awaySince {
                if position.at - since >= Self.away { return finish() }
            } else {
                stay.awaySince = position.at
            }
            ongoing = stay
        } else if isThere {
            ongoing = Stay(arrival: position.at, departure: position.at)
        }
    }

    /// The entrance let the member in.
    mutating func enter(at moment: Instant) {
        carryOn(until: moment, isNear: true)
        guard hours.opening(at: moment) != nil else { return }
        if var stay = ongoing {
            stay.isConfirmed = true
            if moment > stay.departure { (stay.departure, stay.awaySince) = (moment, nil) }
            ongoing = stay
        } else {
            ongoing = Stay(arrival: moment, departure: moment, isConfirmed: true)
        }
    }

    /// Ends the stay that goes on: there are no more positions.
    mutating func finish() {
        guard let stay = ongoing else { return }
        ongoing = nil
        if stay.isConfirmed || stay.length >= Self.shortest { finished.append(stay) }
    }

    /// Ends the stay that goes on where it can't have lasted until `moment`: after a long silence, or when the museum closed meanwhile.
    mutating func carryOn(until moment: Instant, isNear: Bool = false) {
        guard var stay = ongoing else { return }
        let isSilent = moment - stay.departure > Self.longestSilence
        guard let opening = hours.opening(at: stay.departure) else { return finish() }
        if moment >= opening.upperBound {
            // Somebody who is still there was there at closing time.
            if isNear, !isSilent, stay.awaySince == nil { stay.departure = opening.upperBound - .milliseconds(1) }
            ongoing = stay
            finish()
        } else if isSilent {
            finish()
        }
    }
}
