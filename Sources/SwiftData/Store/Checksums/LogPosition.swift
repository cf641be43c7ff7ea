/// How far the log beside a store goes, as its connections know it: read from the memory that they share.
///
/// See <https://sqlite.org/walformat.html#the_wal_index_file_format>.
struct LogPosition: Equatable {
    /// The number of frames up to the last commit.
    let frames: UInt32
    /// How many of them are in the main file already.
    let framesInFile: UInt32
    /// Numbers that are new each time the log is begun anew, as the log's header has them.
    let salts: SIMD2<UInt32>
    /// The sum of the last frame, over everything before it too.
    let sum: SIMD2<UInt32>

    private static let headerLength = 48

    /// nil where another process is changing it at this moment.
    init?(_ index: UnsafeRawPointer) {
        // Every field is there twice: a writer changes one copy after the other.
        for word in stride(from: 0, to: Self.headerLength, by: 4) {
            guard Self.word(index, word) == Self.word(index, word + Self.headerLength) else { return nil }
        }
        frames = Self.word(index, 16)
        sum = SIMD2(Self.word(index, 24), Self.word(index, 28))
        salts = SIMD2(Self.word(index, 32).bigEndian, Self.word(index, 36).bigEndian)
        framesInFile = Self.word(index, 96)
    }

    private static func word(_ index: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        index.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    /// Whether the next commit may write the log from its beginning.
    var isAtBeginning: Bool { frames == framesInFile }
}
