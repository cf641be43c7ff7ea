import Foundation
import TestSupport

@testable import IdeaBoxCore

/// A process that makes every kind of change until it is killed, and says on standard output what the store has taken.
enum KilledWriter {
    /// Changes something, says so, and goes on; never returns.
    static func live(in folder: String, for writes: Int, run: Int) throws {
        // One of three is killed while it opens the store, if not before.
        if run.isMultiple(of: 3) { KillSwitch.arm(writes: writes) }
        let repository = try open(folder).repository
        var number = 0
        while true {
            number += 1
            try change(repository, "idea \(run).\(number)", Deed.allCases[(run + number) % Deed.allCases.count])
            if number == 1, !run.isMultiple(of: 3) { KillSwitch.arm(writes: writes) }
        }
    }

    /// Opens the store in a `TestBox`'s folder, from another process.
    static func open(_ folder: String) throws -> IdeaStore {
        let surroundings = Surroundings(
            now: { sampleMoment },
            uptime: { Uptime(bootID: "boot", seconds: 100) },
            makeID: { UUID() },
            variables: ["XDG_STATE_HOME": "\(folder)/state", "XDG_CONFIG_HOME": "\(folder)/config"],
            homeFolder: folder,
            workingFolder: folder,
            machineID: { folder }
        )
        let folders = DataFolders(
            store: "data",
            variables: surroundings.variables,
            homeFolder: folder,
            workingFolder: folder
        )
        return try IdeaStore.open(folders, in: surroundings)
    }

    /// What is done with an idea.
    enum Deed: String, CaseIterable {
        case created, edited, done, deleted, imported

        /// Whether an idea is as this left it.
        func isSeen(in idea: IdeaSnapshot) -> Bool {
            switch self {
            case .created: true
            case .edited: idea.details == "edited"
            case .done: idea.isCompleted
            case .deleted: idea.deletedAt != nil
            case .imported: idea.details == "imported"
            }
        }
    }

    private static func change(_ repository: IdeaRepository, _ title: String, _ deed: Deed) throws {
        if deed == .imported {
            _ = try repository.imported("[{\"title\":\"\(title)\",\"details\":\"imported\"}]")
        } else {
            let id = try repository.create(title: title).id
            say("created \(title)\n")
            switch deed {
            case .created, .imported: return
            case .edited: _ = try repository.edit(id, details: "edited")
            case .done: _ = try repository.setCompleted(true, of: [id])
            case .deleted: _ = try repository.delete([id])
            }
        }
        say("\(deed) \(title)\n")
    }
}
