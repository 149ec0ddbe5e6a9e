import Core
import Testing

@testable import Accounts

@Test(arguments: [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
    ("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/12.1 Safari/604.1", "Safari on iPhone"),
    ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"),
    ("curl/8.5.0", "curl"), ("", "Unknown device"), ("Something else", "Something else"),
])
func `a device is called by what its owner knows it as`(userAgent: String, name: String) {
    let text = DeviceName(userAgent: userAgent).text
    var words = text.key
    for (index, argument) in text.arguments.enumerated() {
        if case .string(let value) = argument { words = words.replacing("%\(index + 1)", with: value) }
    }
    #expect(words == name)
}
