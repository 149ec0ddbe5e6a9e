import Codes
import Foundation
import TestSupport
import Testing

@Suite struct QRCodeTests {
    @Test(
        .covers("CORE-050"), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"), "zbarimg reads the codes back"),
        arguments: [
            "otpauth://totp/Hilltop:ada@stoa.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Hilltop",
            "Växjö – å ä ö", String(repeating: "long ", count: 100),
        ])
    func `another program reads from the picture what was written`(_ text: String) async throws {
        let code = try QRCode(text)
        try await withTemporaryFolder { folder in
            let picture = folder.appending(path: "code.pgm")
            try Data(Self.graymap(of: code, scale: 8)).write(to: picture)
            let reader = Process()
            reader.executableURL = URL(filePath: "/usr/bin/zbarimg")
            reader.arguments = ["--quiet", "--raw", picture.path]
            let output = Pipe()
            reader.standardOutput = output
            try reader.run()
            let read = try output.fileHandleForReading.readToEnd() ?? Data()
            reader.waitUntilExit()
            #expect(String(decoding: read, as: UTF8.self).trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
        }
    }

    @Test func `the bars of the path cover exactly the dark modules`() throws {
        let code = try QRCode("stoa")
        var covered = Set<[Int]>()
        for bar in code.path.split(separator: "z") {
            let numbers = bar.split { !$0.isNumber }.compactMap { Int($0) }
            for column in numbers[0]..<numbers[0] + numbers[2] { covered.insert([column - QRCode.quietZone, numbers[1] - QRCode.quietZone]) }
        }
        for row in 0..<code.size {
            for column in 0..<code.size { #expect(covered.contains([column, row]) == code.isDark(column: column, row: row)) }
        }
    }

    @Test func `what does not fit is refused`() {
        #expect(throws: QRCodeError.badLength) { try QRCode("") }
        #expect(throws: QRCodeError.badLength) { try QRCode(String(repeating: "x", count: QRCode.longest + 1)) }
        #expect(throws: Never.self) { try QRCode(String(repeating: "x", count: QRCode.longest)) }
    }

    /// A picture of grey values, which needs no library to write.
    private static func graymap(of code: QRCode, scale: Int) -> [UInt8] {
        let side = code.boxSize * scale
        var bytes = Array("P5 \(side) \(side) 255\n".utf8)
        for y in 0..<side {
            for x in 0..<side {
                let isDark = code.isDark(column: x / scale - QRCode.quietZone, row: y / scale - QRCode.quietZone)
                bytes.append(isDark ? 0 : 255)
            }
        }
        return bytes
    }
}
