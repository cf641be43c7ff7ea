import Foundation

/// How far the log beside a store went at the last commit, recorded in a file of its own: ``default.store-commit``.
///
/// SQLite takes the first frame of a log that is not whole for its end. So it cannot see that a log was cut short, or that a
/// byte in the middle of it was changed: what was committed behind that is gone without a word. The record says what was there.
///
/// It is written without waiting for the disk, after the commit. What it says is therefore certain in two cases only: the
/// commit had reached the disk (``StoreDurability/full``), or the system has not been started anew since, so that nothing
/// that was written can be lost by a power cut.
struct CommitRecord: Equatable {
    /// What the file's name has after the store's.
    static let suffix = "-commit"
    static let length = 64

    /// Numbers that are new each time the log is begun anew.
    var salts: SIMD2<UInt32>
    /// The number of frames that were committed.
    var frames: UInt32
    /// The sum of the last of them, over everything before it too.
    var sum: SIMD2<UInt32>
    /// Whether they were on the disk when this was written.
    var isDurable: Bool
    /// When the system was started: a name that each start has for itself; nil where the system gives none.
    var systemStart: UUID?

    private static let mark: UInt32 = 0x5344_4352
    private static let version: UInt32 = 1
    /// The record is summed as a page is, of a place that no page has.
    private static let place: Int64 = -1

    /// The system's present start.
    ///
    /// See `random(4)`; nil on systems without it.
    static let presentStart: UUID? = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 36)
        guard read(descriptor, &text, text.count) == text.count else { return nil }
        return UUID(uuidString: String(decoding: text, as: UTF8.self))
    }()

    static func url(beside store: URL) -> URL { URL(fileURLWithPath: store.path + suffix) }

    init(salts: SIMD2<UInt32>, frames: UInt32, sum: SIMD2<UInt32>, isDurable: Bool, systemStart: UUID?) {
        self.salts = salts
        self.frames = frames
        self.sum = sum
        self.isDurable = isDurable
        self.systemStart = systemStart
    }

    /// The record beside a store; nil where there is none, or none that is whole.
    init?(beside store: URL) {
        let descriptor = open(Self.url(beside: store).path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.length)
        guard pread(descriptor, &bytes, Self.length, 0) == Self.length else { return nil }
        self.init(bytes)
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        let words: [UInt32]? = bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                PageChecksum.finding(start, count: Self.length, offset: Self.place) == .intact
            else { return nil }
            return (0..<Self.length / 4).map {
                UInt32(littleEndian: start.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
            }
        }
        guard let words, words[0] == Self.mark, words[1] == Self.version else { return nil }
        salts = SIMD2(words[2], words[3])
        frames = words[4]
        sum = SIMD2(words[5], words[6])
        isDurable = words[7] == 1
        let start = bytes[32..<48].withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        systemStart = bytes[32..<48].allSatisfy { $0 == 0 } ? nil : UUID(uuid: start)
    }

    /// Calls `body` with the bytes of the record.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            let words = SIMD8(Self.mark, Self.version, salts.x, salts.y, frames, sum.x, sum.y, isDurable ? 1 : 0)
            for place in 0..<8 {
                bytes.storeBytes(of: words[place].littleEndian, toByteOffset: place * 4, as: UInt32.self)
            }
            if let systemStart { bytes.storeBytes(of: systemStart.uuid, toByteOffset: 32, as: uuid_t.self) }
            if let start = bytes.baseAddress { PageChecksum.seal(start, count: Self.length, offset: Self.place) }
            return body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Whether what the record says was there must be there now.
    var isCertain: Bool { isDurable || isOfPresentStart }

    /// Whether the system has not been started anew since: then nothing that was written is lost by a power cut.
    var isOfPresentStart: Bool { systemStart != nil && systemStart == Self.presentStart }
}
