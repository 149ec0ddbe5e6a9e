import Core
import Foundation
import Platform

/// The demo's books, leaflets, hymns and audio, each brought in through the app it belongs to.
enum DemoContent {
    static func fill(_ running: RunningSite, files: URL?) async {
        running.site.log(.info, "demo.filling")
    }
}
