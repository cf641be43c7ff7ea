import CloudKit
import Foundation
import IdeaBoxCore
import SwiftData

/// A device of a person, with its files, its clock, and the process of an app on it.
final class SimulatedDevice: @unchecked Sendable {
    let number: Int
    unowned let world: World
    let clock: DeviceClock
    private(set) var folder: URL
    /// The account whose ideas are shown.
    private(set) var account = 0
    private(set) var life = Life()
    /// The clients of this process, by the account whose store they have.
    private(set) var clients: [Int: Client] = [:]
    /// What persons have put into the trash here, by account and idea.
    var trash: [Int: [UUID: Trashed]] = [:]
    /// Accounts that are signed out here.
    var signedOut: Set<Int> = []
    /// Accounts whose sign-in may have ended here, since nobody used it for weeks.
    var lapsedSignIns: Set<Int> = []
    /// When IdeaBox was last tidied here by the device's clock, by account.
    var lastTidying: [Int: Date] = [:]
    /// The version of the app with the library.
    var version = LibraryVersion.second
    /// Whether a mirrored store has become the first account's: before, it goes to whoever is signed in.
    var isBound: Bool {
        get { wasBound || clients.values.contains { $0.app.isBound } }
        set { wasBound = newValue }
    }
    private var wasBound = false
    private var lives = 0

    /// A version in the trash.
    struct Trashed {
        /// The place of the deletion.
        let version: Int
        /// When it was deleted, by the true time.
        let time: Int64
    }

    init(_ number: Int, _ folder: URL, _ world: World) {
        (self.number, self.folder, self.world) = (number, folder, world)
        clock = DeviceClock(world.clock)
    }

    var surroundings: IdeaBoxCore.Surroundings {
        let (clock, products, machine) = (clock, world.products, "machine \(number)")
        return IdeaBoxCore.Surroundings(
            now: { clock.date },
            uptime: { clock.uptime },
            makeID: { products.uuid() },
            variables: ["XDG_STATE_HOME": "\(folder.path)/state", "XDG_CONFIG_HOME": "\(folder.path)/config"],
            homeFolder: folder.path,
            workingFolder: folder.path,
            machineID: { machine }
        )
    }

    func folders(_ account: Int) -> DataFolders {
        let surroundings = surroundings
        return DataFolders(
            store: "data",
            variables: surroundings.variables,
            homeFolder: folder.path,
            workingFolder: folder.path
        ).inside(account == 0 ? nil : "accounts/\(account)")
    }

    /// The account's container, signed in by the files of the device.
    func cloudContainer(_ account: Int, _ transport: any CloudKitTransport) -> CKContainer {
        let (clock, products, waits, life) = (clock, world.products, world.waits, life)
        return CKContainer(
            identifier: SimulatedServer.container,
            configuration: CloudKitConfiguration(
                endpoint: "http://sync.example.org",
                apiToken: world.template.apiToken,
                folder: folders(account).data.appending(path: "cloudkit"),
                cacheFolder: folder.appending(path: "cache"),
                transport: transport,
                surroundings: CloudKitSurroundings(
                    now: { clock.date },
                    uptime: { clock.uptime.seconds },
                    randomBytes: { products.bytes($0) },
                    wait: { try await waits.wait($0, life) }
                )
            )
        )
    }

    // MARK: The process

    /// Whether the account that is shown is signed out.
    var isSignedOut: Bool { signedOut.contains(account) }

    /// Whether a person has to sign in, or may have to.
    var wantsSignIn: Bool { isSignedOut || lapsedSignIns.contains(account) }

    /// Whether the process runs.
    var isUp: Bool { !life.isOver }

    /// The client of the account that is shown; where stores are mirrored there is but one.
    func client() throws -> Client {
        let account = world.kind == .mirroring ? 0 : account
        if let known = clients[account] { return known }
        let new = try Client(self, account: account, life: life, world.kind.open)
        clients[account] = new
        return new
    }

    /// The key of AlarmClock's client, which has no store for each account.
    private static let alarms = -1

    /// The client of AlarmClock, which is beside IdeaBox.
    func alarmClient() throws -> Client {
        if let known = clients[Self.alarms] { return known }
        let new = try Client(self, account: 0, life: life) { device, _, life, box in try AlarmApp(device, life, box) }
        clients[Self.alarms] = new
        return new
    }

    /// The client of AlarmClock, where its process has one already.
    var openAlarms: Client? { clients[Self.alarms] }

    /// The clients that are asked to sync: of the account that is shown, and of AlarmClock, where there is one.
    func activeClients() throws -> [Client] { try [client()] + (world.hasAlarms ? [alarmClient()] : []) }

    /// The process ends, however busy it is: what it had committed by now is what the next one finds.
    func crash() {
        guard isUp else { return }
        life.isOver = true
        lives += 1
        let next = folder.deletingLastPathComponent()
            .appending(path: "device-\(number)-\(lives)", directoryHint: .isDirectory)
        do {
            try FileManager.default.copyItem(at: folder, to: next)
        } catch {
            world.report(Violation(.soundness, "the files of a device cannot be copied: \(error)"))
        }
        let (old, gone) = (folder, clients)
        folder = next
        clients = [:]
        for client in gone.values { client.abandon() }
        // The old process may be in the middle of something: its files go when that is over.
        world.later {
            try? FileManager.default.removeItem(at: old)
            _ = gone
        }
    }

    /// A new process.
    func start() {
        guard !isUp else { return }
        life = Life()
    }

    /// Another account is shown from now on.
    func show(_ account: Int) { self.account = account }

    func owns(_ container: ModelContainer) -> Bool {
        clients.values.contains { $0.app.modelContainer === container }
    }
}
