import Audit
import Core
import Platform

/// How the system log tells of payments.
enum PaymentsSentences {
    static let all: [String: AuditSentence] = [
        "payments.payment": { f in
            let amount = f.text("amount") ?? ""
            return switch f["status"].flatMap({ PaymentStatus(rawValue: $0) }) {
            case .confirmed: "\(f.thing) of \(amount) was made."
            case .failed: "\(f.thing) of \(amount) failed."
            case .expired: "\(f.thing) of \(amount) wasn’t made in time."
            case .refundRequested: "\(f.actor) started the refund of \(amount): \(f.thing)."
            case .refunded: "\(f.thing) of \(amount) was refunded."
            case .refundFailed: "\(f.thing) of \(amount) couldn’t be refunded."
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
        "payments.clover": { f in
            switch f["stopped"] {
            case "true"?: "\(f.actor) turned cards off."
            case "false"?: "\(f.actor) turned cards on."
            default: "\(f.actor) set Clover up."
            }
        },
    ]
}
