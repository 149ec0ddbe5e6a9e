import Core
import Documents
import Web

/// What an address of the Image API asks for: which part of a picture, and in how many pixels (IIIF Image API 3.0 §4).
struct ImageRequest: Sendable, Equatable {
    /// Pixels of a whole picture.
    struct Size: Sendable, Equatable {
        let width: Int, height: Int
    }

    /// Pixels that an answer may have across, and down. Larger pictures are looked at in parts.
    static let most = 4096

    let part: PicturePart
    let width: Int, height: Int

    /// Reads the four parts of an address.
    /// - Throws: ``ImageRefusal``.
    init(_ region: String, _ size: String, _ rotation: String, _ file: String, of picture: Size) throws(ImageRefusal) {
        part = try Self.region(region, of: picture)
        (width, height) = try Self.size(size, of: part)
        try Self.check(rotation, file)
    }

    func isWhole(of picture: Size) -> Bool { part == PicturePart(x: 0, y: 0, width: picture.width, height: picture.height) }

    private static func region(_ text: String, of picture: Size) throws(ImageRefusal) -> PicturePart {
        switch text {
        case "full": return PicturePart(x: 0, y: 0, width: picture.width, height: picture.height)
        case "square":
            let side = min(picture.width, picture.height)
            return PicturePart(x: (picture.width - side) / 2, y: (picture.height - side) / 2, width: side, height: side)
        default: break
        }
        let isShare = text.hasPrefix("pct:")
        let numbers = try numbers(text.dropFirst(isShare ? 4 : 0), 4, areWhole: !isShare)
        func pixels(_ number: Double, of whole: Int) -> Int { Int((isShare ? number * Double(whole) / 100 : number).rounded()) }
        let (x, y) = (pixels(numbers[0], of: picture.width), pixels(numbers[1], of: picture.height))
        let (width, height) = (pixels(numbers[2], of: picture.width), pixels(numbers[3], of: picture.height))
        guard width > 0, height > 0, x < picture.width, y < picture.height else { throw .outside }
        // What reaches over the edge is cut at the edge.
        return PicturePart(x: x, y: y, width: min(width, picture.width - x), height: min(height, picture.height - y))
    }

    private static func size(_ text: String, of part: PicturePart) throws(ImageRefusal) -> (Int, Int) {
        let mayGrow = text.hasPrefix("^")
        let text = text.dropFirst(mayGrow ? 1 : 0)
        let (wide, tall) = (Double(part.width), Double(part.height))
        func scaled(_ share: Double) -> (Int, Int) { (max(1, Int((wide * share).rounded())), max(1, Int((tall * share).rounded()))) }
        let found: (width: Int, height: Int)
        if text == "max" {
            found = scaled(min(1, Double(most) / max(wide, tall)))
        } else if text.hasPrefix("pct:") {
            let share = try numbers(text.dropFirst(4), 1)[0]
            guard share > 0 else { throw .malformed }
            found = scaled(share / 100)
        } else if text.hasPrefix("!") {
            let box = try numbers(text.dropFirst(), 2, areWhole: true)
            guard box[0] > 0, box[1] > 0 else { throw .malformed }
            let share = min(box[0] / wide, box[1] / tall, Double(most) / max(wide, tall))
            found = scaled(mayGrow ? share : min(share, 1))
        } else if text.hasSuffix(",") {
            let width = try numbers(text.dropLast(), 1, areWhole: true)[0]
            found = (Int(width), max(1, Int((tall * width / wide).rounded())))
        } else if text.hasPrefix(",") {
            let height = try numbers(text.dropFirst(), 1, areWhole: true)[0]
            found = (max(1, Int((wide * height / tall).rounded())), Int(height))
        } else {
            let both = try numbers(text, 2, areWhole: true)
            found = (Int(both[0]), Int(both[1]))
        }
        guard found.width > 0, found.height > 0 else { throw .malformed }
        guard found.width <= part.width, found.height <= part.height else { throw mayGrow ? .unsupported : .tooLarge }
        guard max(found.width, found.height) <= most else { throw .tooLarge }
        return found
    }

    /// Numbers as addresses have them: digits, and a point where they needn't be whole. A picture has no more than seven digits of pixels.
    private static func numbers(_ text: Substring, _ count: Int, areWhole: Bool = false) throws(ImageRefusal) -> [Double] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == count else { throw .malformed }
        var found: [Double] = []
        for part in parts {
            guard (1...12).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 && !areWhole }),
                let number = Double(part), number < 10_000_000
            else { throw .malformed }
            found.append(number)
        }
        return found
    }

    private static func check(_ rotation: String, _ file: String) throws(ImageRefusal) {
        let degrees = rotation.hasPrefix("!") ? rotation.dropFirst() : rotation[...]
        guard try numbers(degrees, 1)[0] <= 360 else { throw .malformed }
        guard rotation == "0" else { throw .unsupported }
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, ["default", "color", "gray", "bitonal"].contains(parts[0]) else { throw .malformed }
        guard parts[0] == "default" || parts[0] == "color" else { throw .unsupported }
        guard ["jpg", "tif", "png", "gif", "jp2", "pdf", "webp"].contains(parts[1]) else { throw .malformed }
        guard parts[1] == "jpg" else { throw .unsupported }
    }
}

/// Why an address of the Image API has no picture.
enum ImageRefusal: Error, Equatable {
    case malformed
    /// Beside the picture, or without a pixel.
    case outside
    case tooLarge
    /// Part of the specification, and not of what is offered.
    case unsupported
    case tooMany(retryAfter: Int)
}

extension ImageRefusal: ProblemConvertible {
    var problem: Problem {
        let remedy: Text = "Read the picture’s info.json first."
        return switch self {
        case .malformed: Problem(.badRequest, "museum.image-malformed", "This isn’t an address of a picture.", remedy: remedy)
        case .outside: Problem(.badRequest, "museum.image-outside", "The picture has no such part.", remedy: remedy)
        case .tooLarge: Problem(.badRequest, "museum.image-too-large", "The picture doesn’t have that many pixels.", remedy: remedy)
        case .unsupported: Problem(.notImplemented, "museum.image-unsupported", "Pictures aren’t offered in this form.", remedy: remedy)
        case .tooMany(let seconds):
            Problem(
                .tooManyRequests, "museum.image-too-many", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
    }
}
