import Core
import Foundation
import Markup

/// A field for a time zone that offers those there are while somebody types.
public struct TimeZoneField: HTML {
    /// The field and its list.
    public let body: Fragment

    /// A field; what may be typed is an IANA name. With `takesDevices` a script puts the zone of the device into it.
    public init(
        name: String, value: String, hint: Text, error: Text? = nil, isRequired: Bool = false, takesDevices: Bool = false
    ) {
        body = Fragment {
            TextField(
                "Time zone", name: name, value: value, hint: hint, error: error, isRequired: isRequired, .custom("list", "time-zones"),
                .custom("autocapitalize", "words"), .maxlength(60), .if(takesDevices, .data("device-zone")))
            datalist(.id("time-zones")) { for zone in Self.zones { option(.value(zone)) } }
        }
    }

    /// The zones that have a place in their name; the others are old abbreviations.
    private static let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
}
