import Core
import Platform
import Web

extension Permission {
    /// See payments, send money back, compare with the provider's statement.
    static let payments: Permission = "payments.manage"
    /// Set up how people pay.
    static let paymentSettings: Permission = "payments.settings"
}

/// Who looks after money.
enum PaymentsRoles {
    static let permissions = [
        PermissionDeclaration(.payments, "See payments and send money back"),
        PermissionDeclaration(.paymentSettings, "Set up how people pay"),
    ]

    static let all = [
        RoleDeclaration("treasurer", "Treasurer", [.payments], partOf: [.administrator]),
        RoleDeclaration("admin", "Payments administrator", [.payments, .paymentSettings], partOf: [.administrator]),
    ]
}
