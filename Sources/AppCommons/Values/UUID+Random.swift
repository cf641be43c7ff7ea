import Foundation

extension UUID {
    /// A new random one (version 4), from the system's random numbers.
    ///
    /// The same as `UUID()`, which opens a file for each on Linux and takes five times as long: a good part of the time in
    /// which ten thousand alarms with their days are made.
    package static func random() -> UUID {
        var numbers = SystemRandomNumberGenerator()
        let version = numbers.next() & 0xffff_ffff_ffff_0fff | 0x4000
        let variant = numbers.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        return withUnsafeBytes(of: (version.bigEndian, variant.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }
}
