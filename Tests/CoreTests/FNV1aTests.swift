import Core
import Testing

/// The vectors that the authors of FNV publish.
@Test(arguments: [
    ("", 0x811c_9dc5, 0xcbf2_9ce4_8422_2325), ("a", 0xe40c_292c, 0xaf63_dc4c_8601_ec8c), ("foobar", 0xbf9c_f968, 0x8594_4171_f739_67e8),
])
func `FNV-1a gives the published values, at once and in steps`(text: String, narrow: UInt32, wide: UInt64) {
    #expect(UInt32.fnv1a(text.utf8) == narrow)
    #expect(UInt64.fnv1a(text.utf8) == wide)
    #expect(UInt32.fnv1a(text.utf8.dropFirst(), from: .fnv1a(text.utf8.prefix(1))) == narrow)
    #expect(UInt64.fnv1a(text.utf8.dropFirst(), from: .fnv1a(text.utf8.prefix(1))) == wide)
}
