import Documents
import Foundation

/// A DOCX with a password is not a ZIP archive but an OLE container (MS-OFFCRYPTO) with a stream called `EncryptedPackage`.
enum WordLock {
    static func isEncrypted(_ file: URL) -> Bool {
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe) else { return false }
        let name = Data("EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        return data.range(of: name) != nil
    }
}
