import Core
import Database
import Documents
import Foundation
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// A file of the third-party pictures.
private func picture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(SharedData.folder).appending(path: "images/\(name)")))
}

private let form: [(String, String)] = [
    ("name", "Chai"), ("category", "5"), ("price", "80"), ("preparation", "3"), ("station", "2"), ("work", "1"), ("days", "0"),
    ("description", "Tea with milk"), ("isAvailable", "true"),
]

@Suite(.enabled(if: SharedData.isHere, "\(SharedData.absence)")) struct ItemPictureTests {
    /// What is in the media store, without what is on its way.
    private func stored(_ cafeteria: Cafeteria) throws -> Int {
        let media = cafeteria.app.site.media
        let walk = FileManager.default.enumerator(at: media.folder, includingPropertiesForKeys: nil)
        return (walk?.allObjects ?? []).compactMap { $0 as? URL }.count { MediaRef(digest: $0.lastPathComponent, size: 0) != nil }
    }

    @Test(.covers("CAF-008", "CAF-013", "CAF-044"), arguments: Engine.available)
    func `a photo is shown upright and small, without the place where it was taken`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let added = try await owner.upload(
                CafeteriaPaths.adminNewItem(), fields: form, files: [("picture", "p.jpg", try picture("pillow_exif_gps.jpg"))])
            #expect(added.location == CafeteriaPaths.adminMenu(), "\(added.text)")
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            let photo = try #require(item.picture)
            let ada = try await cafeteria.app.signedIn(.ada)
            let menu = try await ada.get(CafeteriaPaths.home()).text
            #expect(
                menu.contains("src=\"\(photo.address(.thumbnail, of: item.id))\" alt=\"\" loading=\"lazy\" width=\"160\" height=\"160\""), "\(menu)")
            #expect(try await ada.get(CafeteriaPaths.item(item.id)).text.contains(photo.address(.large, of: item.id)))
            for size in PictureSize.allCases {
                let answer = try await ada.get(photo.address(size, of: item.id))
                #expect(answer["Cache-Control"] == "private, max-age=31536000, immutable" && answer["Content-Type"] == "image/jpeg")
                #expect(answer.bytes.prefix(2) == [0xFF, 0xD8])
                #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("Exif"), "nothing of the camera is left")
            }
            // Guests see what the site lets them see.
            #expect(try await cafeteria.app.guest.get(photo.address(.thumbnail, of: item.id)).status != .ok)
            try await cafeteria.openMenu()
            #expect(try await cafeteria.app.guest.get(photo.address(.thumbnail, of: item.id)).status == .ok)
        }
    }

    @Test(.covers("CAF-017", "CAF-023", "CAF-036"), arguments: Engine.available)
    func `what is in the cart, in the summary and in the order is seen, with a plate where there is no photo`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            _ = try await owner.upload(
                CafeteriaPaths.adminNewItem(), fields: form, files: [("picture", "p.jpg", try picture("pillow_exif_gps.jpg"))])
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            let small = try #require(item.picture).address(.thumbnail, of: item.id)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(item.id, to: ada)
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            func check(_ page: String, _ name: String) {
                #expect(page.components(separatedBy: "src=\"\(small)\"").count == 2, "\(name)")
                #expect(page.contains(/dish-picture-small"[^>]*><svg/), "\(name)")
            }
            check(try await ada.get(CafeteriaPaths.cart()).text, "cart")
            check(try await ada.post(CafeteriaPaths.review(), ["provider": "cash"]).text, "summary")
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            check(try await ada.get(CafeteriaPaths.order(order.id)).text, "order")
            // What is gone from the menu has no picture to fetch.
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE cafeteria_item SET deleted_at = \(write.now) WHERE id = \(item.id)")
            }
            #expect(try await !ada.get(CafeteriaPaths.order(order.id)).text.contains("<img"))
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `staff choose which part of a picture lists show, also afterwards, and otherwise it stays`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            func thumbnail() async throws -> StoredPicture { try #require(try await cafeteria.services.menu.list().items.first?.picture) }
            let file = ("picture", "p.jpg", try picture("exif-orientation/Portrait_6.jpg"))
            _ = try await owner.upload(CafeteriaPaths.adminNewItem(), fields: form + [("focus", "0")], files: [file])
            let top = try await thumbnail()
            let facts = try #require(PictureFacts(of: cafeteria.app.site.media.url(top.thumbnail)))
            #expect(facts.width == PictureMaker.side && facts.height == PictureMaker.side && top.width < top.height)
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            let page = try await owner.get(CafeteriaPaths.adminItem(item.id)).text
            #expect(page.contains(/type="range"[^>]*value="0"[^>]*data-chosen/) && page.contains("On the menu"))
            _ = try await owner.upload(CafeteriaPaths.adminItem(item.id), fields: form + [("focus", "100")], files: [])
            let bottom = try await thumbnail()
            #expect(bottom.large == top.large && bottom.thumbnail != top.thumbnail)
            for fields in [form, form + [("focus", "100")]] {
                _ = try await owner.upload(CafeteriaPaths.adminItem(item.id), fields: fields, files: [])
                #expect(try await thumbnail() == bottom)
            }
            _ = try await owner.upload(CafeteriaPaths.adminItem(item.id), fields: form + [("focus", "0")], files: [])
            #expect(try await thumbnail() == top, "the same part is the same file")
            _ = try await owner.upload(CafeteriaPaths.adminItem(item.id), fields: form + [("removesPicture", "true"), ("focus", "0")], files: [])
            #expect(try await cafeteria.services.menu.list().items.first?.picture == nil)
        }
    }

    @Test(.covers("CAF-044"), arguments: 1...8)
    func `however the camera was held, the picture is upright`(orientation: Int) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            _ = try await owner.upload(
                CafeteriaPaths.adminNewItem(), fields: form,
                files: [("picture", "p.jpg", try picture("exif-orientation/Portrait_\(orientation).jpg"))])
            let photo = try #require(try await cafeteria.services.menu.list().items.first?.picture)
            #expect(photo.height > photo.width && photo.width <= 960)
            let facts = try #require(PictureFacts(of: cafeteria.app.site.media.url(photo.thumbnail)))
            #expect(facts.width == PictureMaker.side && facts.height == PictureMaker.side)
        }
    }

    @Test(.covers("CAF-044"), arguments: ["pillow_flower.webp", "pillow_transparent.png", "pillow_pil_sample_cmyk.jpg", "pillow_hopper_gray.jpg"])
    func `JPEG, PNG and WebP pictures of all kinds are taken`(name: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let added = try await owner.upload(CafeteriaPaths.adminNewItem(), fields: form, files: [("picture", name, try picture(name))])
            #expect(added.status == .seeOther, "\(added.text)")
            #expect(try await cafeteria.services.menu.list().items.first?.picture != nil)
        }
    }

    @Test(
        .covers("CAF-044", "CORE-022"),
        arguments: [
            "pillow_broken.png", "pillow_decompression_bomb.gif", "pillow_hopper.bmp", "pillow_avif_hopper.avif", "pillow_total-pages-zero.tif",
            "../README.md", "huge",
        ])
    func `what is no usable picture is refused at its field, and nothing typed is lost`(name: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let bytes = name == "huge" ? [UInt8](repeating: 0xFF, count: PictureMaker.mostBytes + 1) : try picture(name)
            let refused = try await owner.upload(CafeteriaPaths.adminNewItem(), fields: form, files: [("picture", name, bytes)])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("field-picture-error") && refused.text.contains("Tea with milk"))
            #expect(try await cafeteria.services.menu.list().items.isEmpty)
            #expect(try stored(cafeteria) == 0, "nothing stays behind")
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `a picture that is replaced or removed is freed`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            _ = try await owner.upload(CafeteriaPaths.adminNewItem(), fields: form, files: [("picture", "a", try picture("pillow_hopper.jpg"))])
            let first = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(try stored(cafeteria) == 2)
            let path = CafeteriaPaths.adminItem(first.id)
            _ = try await owner.upload(path, fields: form, files: [("picture", "b", try picture("pillow_flower.jpg"))])
            try await cafeteria.app.runJobs()
            let second = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(second.picture != first.picture && second.picture != nil)
            #expect(try stored(cafeteria) == 2, "the old one is gone")
            #expect(try await owner.post(path, fields: form).status == .seeOther)
            #expect(try await cafeteria.services.menu.list().items.first?.picture == second.picture, "saving without a file keeps the picture")
            _ = try await owner.post(path, fields: form + [("removesPicture", "true")])
            try await cafeteria.app.runJobs()
            #expect(try await cafeteria.services.menu.list().items.first?.picture == nil)
            #expect(try stored(cafeteria) == 0)
        }
    }

    @Test(.covers("CAF-044"))
    func `where another field is wrong, the picture is asked for again`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let fields = form.map { $0.0 == "price" ? ($0.0, "many") : $0 }
            let refused = try await owner.upload(
                CafeteriaPaths.adminNewItem(), fields: fields, files: [("picture", "a", try picture("pillow_hopper.jpg"))])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Choose the picture again."))
            #expect(try stored(cafeteria) == 0)
        }
    }
}
