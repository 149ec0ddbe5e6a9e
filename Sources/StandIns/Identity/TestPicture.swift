import Foundation

/// Small pictures for test users: one colour each.
enum TestPicture {
    static func png(for user: String) -> [UInt8] {
        let number = user.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        return [UInt8](Data(base64Encoded: drawings[number % drawings.count]) ?? Data())
    }

    private static let drawings = [
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNQCT9KEmIY1TCqYfhqAAB+t0AQ9AD51AAAAABJRU5ErkJggg==",
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPYECNCEmIY1TCqYfhqAAC45yAQGi3iWgAAAABJRU5ErkJggg==",
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mMQqYgiCTGMahjVMHw1AAABsOYBSO/XhgAAAABJRU5ErkJggg==",
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNosplGEmIY1TCqYfhqAACtiFQQSX8m1QAAAABJRU5ErkJggg==",
    ]
}
