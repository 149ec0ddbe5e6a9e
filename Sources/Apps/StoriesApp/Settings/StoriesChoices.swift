import Core
import Platform

/// What administrators choose for stories.
enum StoriesChoices {
    /// Whether moderators see covers and pictures before readers do.
    static let reviewsPictures = Setting(
        "stories.review-pictures", "Review pictures first",
        hint: "Readers see a new cover, or a chapter with new pictures, once a moderator has accepted it.", initial: true, limits: ())

    static let all = [reviewsPictures.declaration]
}
