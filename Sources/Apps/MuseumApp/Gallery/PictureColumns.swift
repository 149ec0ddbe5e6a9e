import Database
import Media
import Platform

extension SQL {
    /// What `UPDATE` sets to a picture, or to none: the six columns that every table with pictures has.
    static func columns(of picture: StoredPicture?) -> SQL {
        """
        picture_digest = \(picture?.large.digest), picture_size = \(picture?.large.size), picture_width = \(picture?.width), \
        picture_height = \(picture?.height), thumbnail_digest = \(picture?.thumbnail.digest), thumbnail_size = \(picture?.thumbnail.size)
        """
    }
}
