import Core
import Testing

@testable import Interface

@Suite struct `Navigation of the portal` {
    @Test func `a place that is lifted stands first, without a heading, and nowhere else`() {
        let sections = [
            NavigationSection(
                "System",
                items: [
                    NavigationItem("Settings", icon: .shield, path: "/admin/settings"),
                    NavigationItem("Get started", icon: .check, path: "/admin/start"),
                ])
        ]
        let lifted = sections.lifting("/admin/start")
        #expect(lifted.map { $0.all.map(\.path) } == [["/admin/start"], ["/admin/settings"]])
        #expect(lifted.map(\.standsAlone) == [true, false])
        #expect(sections.lifting("/elsewhere").map(\.all.count) == [2])
    }
}
