import Audit
import Core
import Platform

/// How the system log tells of payments.
enum PaymentsSentences {
    static let all: [String: AuditSentence] = [
        "payments.payment": { f in
            let amount = f.text("amount") ?? ""
            return switch f["status"].flatMap({ PaymentStatus(rawValue: $0) }) {
            case .confirmed: "\(f.mention) of \(amount) came in."
            case .failed: "\(f.mention) of \(amount) failed."
            case .expired: "\(f.mention) of \(amount) wasn’t made in time."
            case .refundRequested: "\(f.actor) sent \(f.mention) of \(amount) back."
            case .refunded: "\(f.mention) of \(amount) has gone back."
            case .refundFailed: "\(f.mention) of \(amount) couldn’t be sent back."
            case .created, .prompted, nil: nil
            }
        },
        "payments.mpesa": { f in
            switch f["stopped"] {
            case "true"?: "\(f.actor) turned M-Pesa off."
            case "false"?: "\(f.actor) turned M-Pesa on."
            default: "\(f.actor) set M-Pesa up."
            }
        },
    ]
}
