import Core
import Database
import Platform
import Timetables

/// Takes opening hours only as they can be read, and says what they mean today.
struct HoursTextRule: SettingGuard {
    let site: Site
    var setting: String { MuseumSettings.hours.id }

    func note(in db: any Connection) throws -> Text? {
        guard !site.value(of: MuseumSettings.hours).trimmed.isEmpty, let hours = MuseumHours.of(site) else { return nil }
        let spans = hours.spans(on: Day(site.clock.now(), in: site.configuration.zone))
        return spans.isEmpty ? "Closed today." : "Open today: \(OpeningHours.text(spans))"
    }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        guard !value.trimmed.isEmpty else { return }
        do throws(TimetableFault) {
            _ = try Timetable(value)
        } catch {
            throw Problem(
                .invalid, "museum.hours-wrong", "These opening hours weren’t understood.", remedy: error.words, fields: [setting: error.words])
        }
    }
}

/// Takes public holidays as dates, one on each line.
struct HolidayRule: SettingGuard {
    var setting: String { MuseumSettings.holidays.id }

    func note(in db: any Connection) throws -> Text? { nil }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        guard let line = HolidayList(value).wrongLine else { return }
        let words: Text = "Begin each line with a date like 2026-12-25. This one doesn’t: \(String(line.prefix(40)))"
        throw Problem(.invalid, "museum.holidays-wrong", "These dates weren’t understood.", remedy: words, fields: [setting: words])
    }
}

/// Takes a country whose holidays are known.
struct HolidayCountryRule: SettingGuard {
    var setting: String { MuseumSettings.holidayCountry.id }

    func note(in db: any Connection) throws -> Text? { nil }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        guard !value.trimmed.isEmpty, HolidayCountry(rawValue: value.trimmed.uppercased()) == nil else { return }
        let known = HolidayCountry.allCases.map(\.rawValue).sorted().joined(separator: ", ")
        let words: Text = "Enter one of \(known), or leave it empty."
        throw Problem(
            .invalid, "museum.holiday-country-unknown", "The holidays of that country aren’t known.", remedy: words, fields: [setting: words])
    }
}

/// Takes the museum's place as two numbers.
struct PlaceRule: SettingGuard {
    var setting: String { MuseumSettings.place.id }

    func note(in db: any Connection) throws -> Text? { nil }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        guard !value.trimmed.isEmpty, Fence(value, metres: Fence.radius.upperBound) == nil else { return }
        let words: Text = "Enter latitude and longitude, like 56.8777, 14.8091."
        throw Problem(.invalid, "museum.place-wrong", "That isn’t a place on a map.", remedy: words, fields: [setting: words])
    }
}

extension TimetableFault {
    /// What to do about it.
    var words: Text {
        switch self {
        case .empty: "Enter hours like Mo-Fr 10:00-17:00; Sa 11:00-16:00."
        case .tooLong: "Write at most \(Timetable.longestText) characters."
        case .unknownWord(let word): "“\(word)” isn’t a day, a month or a time. Put comments in quotation marks."
        case .impossible(let part): "There’s no such time or date: \(part)"
        case .missingSeparator(let part): "Put a semicolon between the rules, before “\(part)”."
        case .unexpected(""): "The text ends too early."
        case .unexpected(let part): "“\(part)” isn’t expected here. Write hours like Mo-Fr 10:00-17:00; Sa 11:00-16:00."
        }
    }
}
