import CloudKitWebServices
import Foundation
import Synchronization

/// The files that records hold, in a folder beside the store: one folder for each account, one file for each content.
///
/// A file is written beside its place, flushed, moved there, and never changed again. Whether records still hold it is
/// not counted: from time to time somebody looks, and what is old and held by nobody is swept away. The date of a file
/// is that of its last upload or rereference, and whoever got a receipt for it has less time to use it than the sweep
/// waits.
public final class AssetFolder: Sendable {
    /// For how long a file is kept that no record holds.
    static let orphanMilliseconds: Int64 = 48 * 60 * 60 * 1_000
    private static let incomingName = "incoming"

    let root: String
    /// What the store is called whose files these are; nil if nobody asks.
    let owner: String?
    /// Bytes on their way, by account.
    let incoming = Mutex<[AccountID: Int64]>([:])
    private let hasClaimed = Mutex(false)

    /// Files below a folder, which is made when the first file comes.
    public convenience init(path: String) {
        self.init(path: path, owner: nil)
    }

    init(path: String, owner: String?) {
        (root, self.owner) = (path, owner)
    }

    /// Begins a file of an account; the name must be new.
    func begin(for account: AccountID, at milliseconds: Int64, name: String) throws -> AssetWriter {
        let parent = try folder(of: account)
        let folder = "\(parent)/\(Self.incomingName)"
        try Self.make(folder, in: parent)
        return try AssetWriter(path: "\(folder)/\(milliseconds)-\(name)")
    }

    /// Puts a file that has come in to the others, and waits until it is sure to stay there.
    ///
    /// - Parameters:
    ///   - writer: The file.
    ///   - account: Whose it is.
    ///   - milliseconds: Its date.
    ///   - room: Bytes that the account may have on the disk; nil is no limit. It is asked for while nobody else may put
    ///     a file there, in other processes neither.
    /// - Returns: What the file is.
    /// - Throws: ``NoRoomForAsset``, an error of the system; then nothing was kept.
    func store(
        _ writer: AssetWriter,
        for account: AccountID,
        at milliseconds: Int64,
        room: Int64? = nil
    ) throws -> StoredAsset {
        let folder = try folder(of: account)
        let asset = try writer.finish(at: milliseconds)
        let place = "\(folder)/\(asset.fileName)"
        try locked(folder) {
            if FileDate.get(place) == nil {
                let total = try knownTotal(of: account) + asset.size
                if let room, total > room { throw NoRoomForAsset() }
                // Before the file is there: a total that is too large mends itself at the next sweep.
                try writeTotal(total, of: account)
            }
            try writer.move(to: place)
        }
        try FileFlush.folder(folder)
        return asset
    }

    /// Makes a file as young as one that was just uploaded; false if it is not there.
    func touch(_ asset: StoredAsset, of account: AccountID, at milliseconds: Int64) throws -> Bool {
        let folder = try folder(of: account)
        return try locked(folder) { try FileDate.set(milliseconds, ofFile: "\(folder)/\(asset.fileName)") }
    }

    /// Opens a file; nil if it is not there.
    func open(_ asset: StoredAsset, of account: AccountID) throws -> AssetFile? {
        try AssetFile(path: "\(path(of: account))/\(asset.fileName)")
    }

    /// Makes all files as young as if they had just been uploaded: records of a store that was put aside may hold them.
    func touchAll(at milliseconds: Int64) throws {
        for account in accounts() {
            let folder = path(of: account)
            for name in try files(of: account) {
                _ = try FileDate.set(milliseconds, ofFile: "\(folder)/\(name)")
            }
        }
    }

    /// Takes away all files of an account; none if the folder belongs to another store.
    ///
    /// - Throws: An error of the system, if that fails half way.
    public func removeAll(of account: AccountID) throws {
        if try isForeign() { return }
        let path = path(of: account)
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    /// Where the files of an account lie; there may be nothing.
    public func path(of account: AccountID) -> String {
        "\(root)/\([UInt8](bigEndian: account.rawValue).hexadecimal)"
    }
}

// MARK: - The sweep

extension AssetFolder {
    /// The accounts that have files.
    func accounts() -> [AccountID] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return names.sorted().compactMap { UInt64($0, radix: 16) }.map { AccountID(rawValue: Int64(bitPattern: $0)) }
    }

    /// The files of an account that were there before a moment and not asked for since, as digests in hexadecimal.
    func old(of account: AccountID, before milliseconds: Int64) throws -> Set<String> {
        let folder = path(of: account)
        return try Set(files(of: account)).filter { name in
            FileDate.get("\(folder)/\(name)").map { $0 < milliseconds } ?? false
        }
    }

    /// Takes files away unless they have become young again; says how many it took.
    func remove(_ names: Set<String>, of account: AccountID, before milliseconds: Int64) throws -> Int {
        let folder = path(of: account)
        defer { try? locked(folder) { invalidateTotal(of: account) } }
        return try names.reduce(0) { count, name in
            let path = "\(folder)/\(name)"
            let isGone = try locked(folder) {
                guard let date = FileDate.get(path), date < milliseconds else { return false }
                return unlink(path) == 0
            }
            return count + (isGone ? 1 : 0)
        }
    }

    /// Takes away what began to come in before a moment and never came to its end.
    func removeUnfinished(of account: AccountID, before milliseconds: Int64) {
        let folder = "\(path(of: account))/\(Self.incomingName)"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let began = name.split(separator: "-").first.flatMap({ Int64($0) }), began < milliseconds else {
                continue
            }
            unlink("\(folder)/\(name)")
        }
    }

    func files(of account: AccountID) throws -> [String] {
        let folder = path(of: account)
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.utf8.count == 2 * StoredAsset.digestLength }
    }

    private func folder(of account: AccountID) throws -> String {
        let path = path(of: account)
        try hasClaimed.withLock { hasClaimed in
            if owner != nil, !hasClaimed { _ = try claim() }
            hasClaimed = true
        }
        try makeRoot()
        try Self.make(path, in: root)
        return path
    }

    /// Makes the folder of all.
    func makeRoot() throws {
        try Self.make(root, in: (root as NSString).deletingLastPathComponent)
    }

    /// Makes a folder for its owner only, and sees to it that it stays.
    private static func make(_ path: String, in parent: String) throws {
        if mkdir(path, 0o700) == 0 { return try FileFlush.folder(parent) }
        guard errno == EEXIST else { throw FileError(call: "mkdir", number: errno) }
    }

    /// Keeps everybody else away from the account's files, other processes too, for a moment.
    func locked<Value>(_ folder: String, _ body: () throws -> Value) throws -> Value {
        let descriptor = Foundation.open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(call: "open", number: errno) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            if errno != EINTR { throw FileError(call: "flock", number: errno) }
        }
        return try body()
    }
}

extension [UInt8] {
    fileprivate init(bigEndian number: Int64) {
        self = []
        append(bigEndian: number)
    }
}
