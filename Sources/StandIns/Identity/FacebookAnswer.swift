import Web

/// What Facebook's Graph answers, in its own words.
enum FacebookAnswer {
    struct Token: Encodable {
        let access_token: String
        let token_type = "bearer"
        let expires_in = 5_183_944
    }

    struct Profile: Encodable {
        struct Picture: Encodable {
            struct Data: Encodable {
                let url: String
                let is_silhouette: Bool
                let width = 16
                let height = 16
            }

            let data: Data
        }

        let id: String
        let name: String
        let email: String?
        let picture: Picture
    }

    struct AboutToken: Encodable {
        struct About: Encodable {
            let app_id: String
            let type = "USER"
            let is_valid: Bool
            let expires_at: Int64
            let scopes = ["public_profile", "email"]
            let user_id: String
        }

        let data: About
    }

    private struct Failure: Encodable {
        struct Cause: Encodable {
            let message: String
            let type: String
            let code: Int
            let error_subcode: Int?
            let fbtrace_id = "stand-in"
        }

        let error: Cause
    }

    static func error(_ code: Int, _ message: String, subcode: Int? = nil, type: String = "OAuthException") throws -> Response {
        try .json(Failure(error: .init(message: message, type: type, code: code, error_subcode: subcode)), status: .badRequest)
    }
}
