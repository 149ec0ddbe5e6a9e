import Core
import Platform
import Web

/// Puzzles for programs.
struct ChallengeRoutes: Sendable {
    let challenges: Challenges

    var routes: [Route] {
        [
            .get(SignInPaths.challenge, allow: .everyone, use: make)
                .summary("A puzzle: find a solution so that SHA-256 of challenge:solution begins with so many zero bits.")
        ]
    }

    func make(_ request: Request, _ visitor: Visitor) async throws -> Uncached<Challenge> {
        Uncached(try challenges.make())
    }
}
