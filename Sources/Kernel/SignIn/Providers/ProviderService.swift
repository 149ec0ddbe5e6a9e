import Core
import Outbound

/// Why a provider could not confirm somebody; the cause is for the log.
enum ProviderFailure: Error, Equatable, Sendable {
    /// It did not answer, or only that it cannot: worth another try, and then another way in (LIB-004).
    case unreachable(String)
    /// It answered something that is not in the contract.
    case notUnderstood(String)
    /// It refused the code: used, too old, or meant for somebody else.
    case codeRefused(String)
    /// It refused this site: the client id, the secret or the return address are not what it knows.
    case siteRefused(String)
    /// What it said proves nothing.
    case untrusted(TokenError)
    /// The person belongs to another domain than the operator lets in.
    case wrongDomain
}

/// Asks providers, more than once when the network fails.
struct ProviderService: Sendable {
    let client: HTTPClient
    /// The pauses before another try.
    var pauses: [Duration] = [.milliseconds(200), .milliseconds(700)]

    /// Sends a request and answers what came, whatever its status below 500.
    ///
    /// What may have been done already is sent again as well: a code that was used by the lost first try is refused by the
    /// provider, never redeemed twice.
    func send(_ request: OutboundRequest) async throws(ProviderFailure) -> OutboundAnswer {
        var last = ""
        for pause in [Duration.zero] + pauses {
            if pause > .zero { try? await Task.sleep(for: pause) }
            do throws(OutboundFailure) {
                let answer = try await client.send(request)
                if answer.status < 500, answer.status != 429 { return answer }
                last = "status \(answer.status)"
            } catch {
                last = error.cause
                if !error.isTemporary { break }
            }
        }
        throw .unreachable(last)
    }

    /// The same for requests that only 200 answers.
    func ask(_ request: OutboundRequest) async throws(ProviderFailure) -> OutboundAnswer {
        let answer = try await send(request)
        guard answer.status == 200 else { throw .notUnderstood("status \(answer.status)") }
        return answer
    }
}
