/// What the stand-in does wrong until it is told otherwise.
///
/// A mode lasts until `none`, or for so many requests as `times` says. `on` limits it to resources (`members,transactions`; `validate-login`,
/// `me`, `media` and `uploads` are some, too), `method` to one method. Each belongs to one ``Area``; a second mode of the same area takes the
/// first one's place, modes of different areas act together.
public enum MemberPressFault: String, Sendable, CaseIterable {
    /// Everything as the real one does, in every area.
    case none

    // What is answered in the plugin's place.
    /// HTTP 404 `rest_no_route`: somebody deactivated the plugin.
    case pluginOff = "plugin-off"
    /// HTTP 500 with WordPress' page about a critical error.
    case criticalError = "critical-error"
    /// HTTP 503 with WordPress' maintenance page.
    case maintenance
    /// HTTP 429 with a page of a security plugin.
    case throttled
    /// HTTP 403 with a page of a security plugin.
    case blocked
    /// The answer comes after `milliseconds`, 40 seconds unless said.
    case slow
    /// HTTP 200 with a page: a cache or a consent plugin stands in between.
    case page
    /// HTTP 200 with a warning of PHP before the JSON.
    case warning

    // What becomes of an answer. What was asked for happens all the same.
    /// The connection closes before the answer is complete.
    case responseLost = "response-lost"
    /// The answer comes after `milliseconds`, 40 seconds unless said.
    case responseStalled = "response-stalled"

    /// Creating a member whose email or name is taken ends with the page about a critical error, as some versions do.
    case createCrashes = "create-crashes"

    // Lists that change while they are read.
    /// After each page of members the newest member goes.
    case membersVanish = "members-vanish"
    /// After each page of members another one joins.
    case membersJoin = "members-join"

    // Files.
    /// One byte of every download is wrong.
    case fileDamaged = "file-damaged"
    /// Downloads end early.
    case fileCut = "file-cut"
    /// An upload is a large picture: WordPress names a smaller one beside it.
    case fileScaled = "file-scaled"

    // Webhooks.
    case webhooksNever = "webhooks-never"
    case webhooksTwice = "webhooks-twice"
    /// `milliseconds` after the event, five seconds unless said; the payload is made then.
    case webhooksLate = "webhooks-late"
    /// Kept until the action `flush` (`order`: `reversed`) sends them; the payload is made then.
    case webhooksHeld = "webhooks-held"
    /// Members' names and transactions are null.
    case webhooksBare = "webhooks-bare"

    /// What a mode is about.
    enum Area: Sendable {
        case gateway, response, create, list, file, webhooks
    }

    var area: Area? {
        switch self {
        case .none: nil
        case .pluginOff, .criticalError, .maintenance, .throttled, .blocked, .slow, .page, .warning: .gateway
        case .responseLost, .responseStalled: .response
        case .createCrashes: .create
        case .membersVanish, .membersJoin: .list
        case .fileDamaged, .fileCut, .fileScaled: .file
        case .webhooksNever, .webhooksTwice, .webhooksLate, .webhooksHeld, .webhooksBare: .webhooks
        }
    }
}

/// The modes that are on.
struct MemberPressFaults: Sendable {
    struct Mode: Sendable {
        let fault: MemberPressFault
        let values: [String: String]
        var timesLeft: Int?

        func milliseconds(else usual: Int) -> Duration { .milliseconds(values["milliseconds"].flatMap { Int($0) } ?? usual) }

        func isAbout(_ resource: String, _ method: String) -> Bool {
            let resources = values["on"].map { $0.split(separator: ",").map(String.init) }
            return resources?.contains(resource) ?? true && (values["method"] ?? method) == method
        }
    }

    private var modes: [MemberPressFault.Area: Mode] = [:]

    mutating func set(_ fault: MemberPressFault, _ values: [String: String]) {
        guard let area = fault.area else { return modes = [:] }
        modes[area] = Mode(fault: fault, values: values, timesLeft: values["times"].flatMap { Int($0) })
    }

    /// The mode of an area for one more request, if one is on that is about it.
    mutating func take(_ area: MemberPressFault.Area, for resource: String = "", _ method: String = "") -> Mode? {
        guard var mode = modes[area], mode.timesLeft != 0, mode.isAbout(resource, method) else { return nil }
        mode.timesLeft = mode.timesLeft.map { $0 - 1 }
        modes[area] = mode
        return mode
    }
}
