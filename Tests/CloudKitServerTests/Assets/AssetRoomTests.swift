import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("Files that come in at once share the room there is")
struct AssetRoomTests {
    private static let quota = Quota(bytes: 1_000)
    /// More than half of what an account may have on the disk then.
    private static let size = 1_500

    /// Uploads bytes, and holds the request open when all but its end has come in.
    private static func upload(
        _ bytes: [UInt8],
        to path: String,
        _ world: World,
        hold: @escaping @Sendable () async -> Void = {}
    ) async -> ServiceAnswer {
        await world.server.service.answer(
            ServiceRequest(
                method: "POST",
                path: path,
                query: nil,
                header: { _ in nil },
                body: { _ in [] },
                chunks: { take in
                    try await take(bytes)
                    await hold()
                }
            )
        )
    }

    @Test("Of two uploads that together pass the quota, one is refused", arguments: Setting.inProcess)
    func together(_ setting: Setting) async throws {
        try await setting.run(quota: Self.quota) { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let paths = [try await user.uploadPath(), try await user.uploadPath(), try await user.uploadPath()]
            let second = StatusBox()
            let first = await Self.upload(World.noise(Self.size, seed: 1), to: paths[0], world) {
                // All of the first has come in, and it has not come to its end.
                let answer = await Self.upload(World.noise(Self.size, seed: 2), to: paths[1], world)
                await second.set(answer.status)
            }
            #expect(first.status == 200)
            #expect(await second.status == 413)
            // What was refused takes no room, and what is over does not count as on its way.
            let rest = await Self.upload(World.noise(2_000 - Self.size, seed: 3), to: paths[2], world)
            #expect(rest.status == 200)
            #expect(world.server.service.assets.incoming.withLock { $0 }.isEmpty)
            let ben = try await world.user("ben")
            try await ben.zone(.create, "Notes")
            let other = await Self.upload(World.noise(Self.size, seed: 1), to: try await ben.uploadPath(), world)
            #expect(other.status == 200)
        }
    }

    @Test("Servers over one folder count together what they keep, and a sweep counts anew")
    func processes() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let servers = [AssetFolder(path: folder.path + "/assets"), AssetFolder(path: folder.path + "/assets")]
        let account = AccountID(rawValue: 7)
        func keep(_ place: Int, _ count: Int, _ seed: UInt64, at time: Int64 = 5) throws -> StoredAsset {
            let writer = try servers[place].begin(for: account, at: time, name: "\(seed)")
            try writer.append(World.noise(count, seed: seed))
            return try servers[place].store(writer, for: account, at: time, room: 2_000)
        }
        // Both have begun before one is kept: each saw room when it began.
        let writers = try servers.map { try $0.begin(for: account, at: 5, name: "\(ObjectIdentifier($0).hashValue)") }
        for (seed, writer) in writers.enumerated() { try writer.append(World.noise(1_500, seed: UInt64(seed) + 1)) }
        let first = try servers[0].store(writers[0], for: account, at: 5, room: 2_000)
        #expect(throws: NoRoomForAsset.self) {
            _ = try servers[1].store(writers[1], for: account, at: 5, room: 2_000)
        }
        let after = try servers.map { try $0.total(of: account) }
        #expect(after == [1_500, 1_500])
        // The same bytes once more are one file.
        _ = try keep(1, 1_500, 1)
        let again = try servers[0].total(of: account)
        #expect(again == 1_500)
        let small = try keep(1, 500, 9, at: 50)
        #expect(throws: NoRoomForAsset.self) { _ = try keep(0, 1, 10) }
        let taken = try servers[0].remove([first.fileName], of: account, before: 6)
        let total = try servers[1].total(of: account)
        #expect(taken == 1 && total == small.size)
        // A total that was cut short is none.
        try Data("99".utf8).write(to: URL(filePath: servers[0].path(of: account) + "/total"))
        let counted = try servers[0].total(of: account)
        #expect(counted == small.size)
    }
}

private actor StatusBox {
    var status = 0

    func set(_ status: Int) { self.status = status }
}
