import Core
import Web

/// A form that a device kept while there was no connection, and sends by script (`interface/js/outbox.js`).
///
/// The script has to know whether the form took effect, which a redirect that it may not look at does not tell, and it must never send
/// what one person wrote as another: the header names who wrote it, and this server compares.
enum OutboxCall {
    /// The id of the person who wrote it; on the answer, `done`.
    static let header = "Stoa-Outbox"

    /// What only a person can go on with.
    static let stepNeeded = Problem(
        .conflict, "request.step-needed", "This needs one more step.", remedy: "Open the page and send it again.")

    /// Refuses a call whose author is not who is signed in.
    static func check(_ request: Request) throws(Problem) {
        guard let author = request.headers[header], request.identity.personID?.description != author else { return }
        throw Problem(
            .conflict, "request.other-person", "Another person wrote this.", remedy: "It’s sent when they sign in on this device again.")
    }

    /// Says plainly what a redirect or a page means: done, with the place to go on at, or a step that only a person can take.
    static func answer(_ response: Response, to request: Request, tookEffect: Bool) -> Response {
        guard request.headers[header] != nil, response.status.rawValue < 400 else { return response }
        guard tookEffect else {
            return stepNeeded.response(for: request)
        }
        var plain = response
        plain.status = .noContent
        plain.body = .empty
        plain.headers.set(header, "done")
        return plain
    }
}
