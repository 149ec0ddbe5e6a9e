extension UInt8 {
    /// White space as HTML counts it.
    package var isHTMLSpace: Bool { self == 32 || (self >= 9 && self <= 13 && self != 11) }
    package var isASCIILetter: Bool { (self >= 65 && self <= 90) || (self >= 97 && self <= 122) }
    package var isASCIIDigit: Bool { self >= 48 && self <= 57 }
}
