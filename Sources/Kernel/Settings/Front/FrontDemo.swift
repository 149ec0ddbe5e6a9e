import Core
import Documents
import Foundation
import Platform

/// The front page of a demo: a welcome, and a drawing of an open hall by a lake.
struct FrontDemo: DemoContent {
    let site: Site

    func people() throws -> [DemoPerson] { [] }

    func fill(for people: [String: DemoAccount], files: URL?) async throws {
        guard site.configuration.frontPicture == nil, site.value(of: FrontSettings.welcome).isEmpty else { return }
        // The welcome comes last: it says that all is there.
        do {
            try await FrontPictureStore(site: site).store(
                Bundle.module.bundleURL.appending(path: "Resources/demo/front.svg"),
                showing: "People reading and talking in an open hall with columns, beside a lake at sunset.", keeping: .high, by: nil)
        } catch let refusal as FrontPictureRefusal {
            // Without the box there is no picture; the page is whole without one.
            site.log(.warning, "demo.failed", ["cause": .string(String(reflecting: refusal))])
        }
        try await site.configure { configuration in
            configuration.settings[FrontSettings.welcome.id] = """
                Read, listen, help and be helped.
                Everybody is welcome, whoever you are and wherever you come from.
                """
            configuration[FrontWelcome.self] = FrontWelcome(translations: [
                "sv": """
                Läs, lyssna, hjälp till och få hjälp.
                Alla är välkomna, vem du än är och varifrån du än kommer.
                """
            ])
        }
    }
}
