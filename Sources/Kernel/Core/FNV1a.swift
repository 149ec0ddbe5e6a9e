// FNV-1a: a hash that is small, quick, and the same on every machine and in every run, which Swift's own is not. It tells our own data
// apart and spreads it over buckets; it is no defence against somebody who chooses the data.

extension UInt32 {
    /// What FNV-1a multiplies with in 32 bits; it also mixes two hashes well.
    @inlinable public static var fnvPrime: UInt32 { 16_777_619 }

    /// FNV-1a in 32 bits of some bytes, or of what led to `start` and these bytes after it.
    @inlinable public static func fnv1a(_ bytes: some Sequence<UInt8>, from start: UInt32 = 2_166_136_261) -> UInt32 {
        bytes.reduce(start) { $0.fnv1a(adding: $1) }
    }

    /// The hash of what led to this one and one byte more.
    @inlinable public func fnv1a(adding byte: UInt8) -> UInt32 { (self ^ UInt32(byte)) &* .fnvPrime }
}

extension UInt64 {
    /// FNV-1a in 64 bits of some bytes, or of what led to `start` and these bytes after it.
    @inlinable public static func fnv1a(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        bytes.reduce(start) { $0.fnv1a(adding: $1) }
    }

    /// The hash of what led to this one and one byte more.
    @inlinable public func fnv1a(adding byte: UInt8) -> UInt64 { (self ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
