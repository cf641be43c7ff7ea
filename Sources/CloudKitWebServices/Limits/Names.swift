/// Which names the service takes.
///
/// Source: the framework's documentation; the length of types and fields is this project's reading of it.
public enum Names {
    /// Whether a container may be called so: `iCloud.` and then letters, digits, `.`, `-` and `_`.
    public static func isContainer(_ name: String) -> Bool {
        guard name.hasPrefix("iCloud."), name.utf8.count > 7, name.utf8.count <= ServiceLimits.nameLength else {
            return false
        }
        return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == dot || $0 == hyphen || $0 == underscore }
    }

    /// Whether a client may call a record so: 1 to 255 printable ASCII characters, the first no underscore.
    public static func isRecordName(_ name: String) -> Bool {
        isPlainName(name)
    }

    /// Whether a client may call a zone so: 1 to 255 printable ASCII characters, the first no underscore.
    ///
    /// The default zone's own name is not among them: nobody may create it.
    public static func isZoneName(_ name: String) -> Bool {
        isPlainName(name)
    }

    /// Whether a client may call itself or a subscription so: 1 to 255 bytes of UTF-8 without control characters.
    public static func isFreeName(_ name: String) -> Bool {
        1...ServiceLimits.nameLength ~= name.utf8.count && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// Whether a record type or field may be called so: an ASCII letter, then letters, digits and underscores.
    public static func isTypeOrFieldName(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first), name.utf8.count <= ServiceLimits.nameLength else {
            return false
        }
        return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == underscore }
    }

    /// Whether a record type has a meaning of its own: `Users` and `cloudkit.share`.
    public static func isReservedType(_ name: String) -> Bool {
        name == userRecordType || name == WireRecordSharing.shareRecordType
    }

    /// Whether a name is that of a user: `_` and 32 lower-case hexadecimal digits.
    public static func isUserRecordName(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst()
        return name.utf8.first == underscore && digits.count == 32
            && digits.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    /// The type of the record that each user has in the public database.
    public static let userRecordType = "Users"

    private static let dot = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")
    private static let underscore = UInt8(ascii: "_")

    private static func isPlainName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first != underscore, name.utf8.count <= ServiceLimits.nameLength else {
            return false
        }
        return name.utf8.allSatisfy { 0x20...0x7E ~= $0 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
