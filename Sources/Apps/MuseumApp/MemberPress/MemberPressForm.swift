import Core
import Foundation
import Platform
import Web

/// The form of the portal's page, as it is sent. A secret that is left empty stays as it is.
struct MemberPressForm: Decodable, Sendable {
    var address: String?
    var key: String?
    var user: String?
    var password: String?
    var allowsSignIn: Bool?
    var offersPictures: Bool?
    var takesLicences: Bool?

    init(_ kept: MemberPressConfiguration?) {
        address = kept?.address
        user = kept?.uploader?.user
        allowsSignIn = kept?.allowsSignIn
        offersPictures = kept?.offersPictures
        takesLicences = kept?.takesLicences
    }

    /// Checks what was typed.
    func configuration(over kept: MemberPressConfiguration?, for site: Site) throws(Problem) -> MemberPressConfiguration {
        var wrong: [String: Text] = [:]
        let place = Self.place(address ?? "", isStandIn: kept?.isStandIn ?? false)
        if place == nil { wrong["address"] = "Enter an address like https://museum.example." }
        let (key, user, password) = ((key ?? "").trimmed, (user ?? "").trimmed, (password ?? "").trimmed)
        if key.isEmpty, kept == nil { wrong["key"] = "Enter the API key." }
        if key.contains(where: \.isWhitespace) { wrong["key"] = "A key has no spaces." }
        if !user.isEmpty, password.isEmpty, kept?.uploader?.user != user { wrong["password"] = "Enter the application password." }
        if takesLicences == true, user.isEmpty { wrong["user"] = "Enter who uploads the photos." }
        guard wrong.isEmpty, let place else {
            throw Problem(
                .invalid, "museum.memberpress-wrong", "MemberPress wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        var all = kept ?? MemberPressConfiguration(address: place, sealedKey: "")
        all.isStandIn = all.isStandIn && place.hasPrefix("http://")
        all.address = place
        if !key.isEmpty { all.sealedKey = MemberPressConfiguration.seal(key, for: site) }
        if user.isEmpty {
            all.uploader = nil
        } else {
            let sealed = password.isEmpty ? kept?.uploader?.sealedPassword ?? "" : MemberPressConfiguration.seal(password, for: site)
            all.uploader = MemberPressConfiguration.Uploader(user: user, sealedPassword: sealed)
        }
        all.allowsSignIn = allowsSignIn == true
        all.offersPictures = offersPictures == true
        all.takesLicences = takesLicences == true
        return all
    }

    /// The site's address without what is no part of it; nil for one that isn't encrypted, or no address at all.
    private static func place(_ typed: String, isStandIn: Bool) -> String? {
        var text = typed.trimmed
        while text.hasSuffix("/") { text.removeLast() }
        guard text.utf8.count <= 300, let url = URL(string: text), let host = url.host(), !host.isEmpty, url.user() == nil, url.query() == nil,
            url.fragment() == nil
        else { return nil }
        return url.scheme == "https" || isStandIn && ["127.0.0.1", "localhost"].contains(host) ? text : nil
    }
}
