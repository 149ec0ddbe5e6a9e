import Core
import Documents
import Foundation

/// The pictures and sounds of one document: each checked, cleaned and named once.
final class ResourceStore {
    private let conversion: Conversion
    private let folder: URL
    private var known: [String: ConvertedResource?] = [:]
    private(set) var all: [ConvertedResource] = []

    init(_ conversion: Conversion) {
        self.conversion = conversion
        folder = conversion.folder.appendingPathComponent("resources", isDirectory: true)
    }

    /// The resource made of `file`; `key` names it within the document. Nil, with a warning, when it is not one we show.
    func add(_ file: URL, key: String) throws(ConversionRefusal) -> ConvertedResource? {
        if let seen = known[key] { return seen }
        if known.isEmpty { _ = try conversion.newFolder("resources") }
        let resource = try make(file)
        if resource == nil {
            let name = String(key.prefix(200))
            conversion.warn(.unsupportedPicture(name))
        }
        known[key] = .some(resource)
        if let resource { all.append(resource) }
        return resource
    }

    /// The resource made of a `data:` address.
    func add(dataAddress: String) throws(ConversionRefusal) -> ConvertedResource? {
        let key = "data:\(dataAddress.utf8.count):\(dataAddress.hashValue)"
        if let seen = known[key] { return seen }
        guard let comma = dataAddress.firstIndex(of: ","), dataAddress[..<comma].hasSuffix(";base64"),
            dataAddress.utf8.count < conversion.limits.imageBytes * 4 / 3,
            let data = Data(base64Encoded: String(dataAddress[dataAddress.index(after: comma)...]), options: .ignoreUnknownCharacters)
        else { return nil }
        if known.isEmpty { _ = try conversion.newFolder("resources") }
        let file = folder.appendingPathComponent("data-\(known.count)")
        do { try data.write(to: file) } catch { throw .storage }
        defer { try? FileManager.default.removeItem(at: file) }
        return try add(file, key: key)
    }

    private func make(_ file: URL) throws(ConversionRefusal) -> ConvertedResource? {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size > 0, size <= conversion.limits.imageBytes else {
            return nil
        }
        guard let kind = try FileKind.of(file) else { return nil }
        let number = known.count + 1
        switch kind {
        case .image(let header):
            guard header.hasAtMost(pixels: conversion.limits.imagePixels) else { return nil }
            return try keep(file, "i\(number).\(header.fileExtension)", header.mediaType)
        case .svg:
            let target = folder.appendingPathComponent("i\(number).svg")
            guard try SVGCleaner.clean(file, to: target, limits: conversion.limits) else { return nil }
            return ConvertedResource(name: "i\(number).svg", mediaType: "image/svg+xml", file: target)
        case .mp3: return try keep(file, "a\(number).mp3", "audio/mpeg")
        default: return nil
        }
    }

    private func keep(_ file: URL, _ name: String, _ mediaType: String) throws(ConversionRefusal) -> ConvertedResource {
        let target = folder.appendingPathComponent(name)
        do { try FileManager.default.copyItem(at: file, to: target) } catch { throw .storage }
        return ConvertedResource(name: name, mediaType: mediaType, file: target)
    }
}
