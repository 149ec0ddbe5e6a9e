import Core
import Foundation
import Markup

/// A field for a time zone that offers those there are while somebody types.
public struct TimeZoneField: HTML {
    /// What is said of a name that no zone has.
    public static let unknown: Text = "Write a big city in your time zone, such as Stockholm, or choose from the list."

    /// The field and its list.
    public let body: Fragment

    /// A field; what may be typed is what ``TimeZoneName/find(_:)`` finds. A script checks that before the form is sent; with `takesDevices`
    /// it puts the zone of the device into it.
    public init(
        name: String, value: String, hint: Text, error: Text? = nil, isRequired: Bool = false, takesDevices: Bool = false
    ) {
        body = Fragment {
            TextField(
                "Time zone", name: name, value: value, hint: hint, error: error, isRequired: isRequired, .custom("list", "time-zones"),
                .custom("autocapitalize", "words"), .maxlength(60), .placeholder("City"), .data("zone", takesDevices ? "device" : ""),
                .data("unknown", text: Self.unknown))
            datalist(.id("time-zones")) { for zone in TimeZoneName.all { option(.value(zone)) } }
        }
    }
}
