import Core
import TestSupport
import Testing

@testable import Platform

@Suite struct AdminAlertTests {
    @Test(.covers("CORE-043"))
    func `people who wait come before the site's own work, and what is urgent before both`() {
        let alerts = [
            AdminAlert("mail", detail: "", path: ""), AdminAlert("appeal", detail: "", path: "", isForPerson: true),
            AdminAlert("disk", detail: "", path: "", isUrgent: true), AdminAlert("case", detail: "", path: "", isUrgent: true, isForPerson: true),
            AdminAlert("library", detail: "", path: ""), AdminAlert("support", detail: "", path: "", isForPerson: true),
        ]
        #expect(alerts.inOrder.map(\.title.key) == ["case", "disk", "appeal", "support", "mail", "library"])
    }
}
