import CloudKit
import Foundation
import IdeaBoxCore

/// Reads what there is at the end of a run of IdeaBox.
struct IdeaBoxEnd {
    unowned let world: World

    /// What the service and all devices have of some accounts.
    ///
    /// - Throws: What the stores and the service throw.
    func outcome(_ accounts: [Int]) throws -> Outcome {
        var found: [Int: Outcome.Account] = [:]
        for account in accounts {
            for device in world.devices { device.show(account) }
            found[account] = Outcome.Account(
                service: try stored(account),
                promised: promised(account),
                devices: try world.devices.map { try state($0) },
                deletions: (world.book.deletions[account] ?? []).map {
                    Outcome.Deletion(idea: $0.idea, stamp: $0.stamp, device: $0.device)
                }
            )
        }
        return Outcome(versions: world.versions, accounts: found, wasRestored: world.wasRestored, era: world.era)
    }

    private func promised(_ account: Int) -> [UUID: Outcome.Stored] {
        var result: [UUID: Outcome.Stored] = [:]
        for (name, entry) in world.book.records[account] ?? [:] {
            guard let idea = UUID(uuidString: name) else { continue }
            result[idea] = Outcome.Stored(
                content: entry.content,
                updated: entry.updated,
                device: entry.device,
                mood: entry.mood
            )
        }
        return result
    }

    private func state(_ device: SimulatedDevice) throws -> Outcome.Device {
        guard let app = try device.client().app as? IdeaBoxApp else { throw OtherApp() }
        let look = try StoreLook(app)
        let (state, pending, hasError) = MainActor.assumeIsolated {
            (app.status.state, app.status.pendingCount, app.status.lastError != nil)
        }
        return Outcome.Device(
            number: device.number,
            ideas: look.live,
            pending: look.pending,
            isUpToDate: state == .upToDate,
            shownPending: pending,
            hasError: hasError,
            history: try StoreLook.history(app)
        )
    }

    private func stored(_ account: Int) throws -> [UUID: Outcome.Stored] {
        var result: [UUID: Outcome.Stored] = [:]
        for record in try world.allRecords(account) {
            guard let idea = UUID(uuidString: record.recordID.recordName) else { continue }
            let content = Content(
                title: record["title"] as? String ?? "",
                details: record["description"] as? String ?? "",
                isCompleted: (record["isCompleted"] as? Int ?? 0) != 0
            )
            let updated = (record["updatedAt"] as? Date)?.timeIntervalSince1970 ?? 0
            result[idea] = Outcome.Stored(
                content: content,
                updated: Int64((updated * 1_000).rounded()),
                device: record["deviceId"] as? String ?? "",
                mood: record["mood"] as? String
            )
        }
        return result
    }
}

/// A device has another app than the run is about.
struct OtherApp: Error {}

extension World {
    /// All records that the service has of an account in a zone, that of the run or another, asked for past the devices.
    ///
    /// - Throws: What the service answers.
    func allRecords(_ account: Int, zone name: String? = nil) throws -> [CKRecord] {
        let transport = DirectTransport(server: server.server)
        let database = devices[0].cloudContainer(account, transport).privateCloudDatabase
        let zone = CKRecordZone.ID(zoneName: name ?? kind.zone)
        return try line.exclusively {
            var records: [CKRecord] = []
            var (token, isOver) = (CKServerChangeToken?.none, false)
            while !isOver {
                do {
                    let page = try await database.recordZoneChanges(inZoneWith: zone, since: token)
                    for change in page.modificationResultsByID.values { records.append(try change.get().record) }
                    (token, isOver) = (page.changeToken, !page.moreComing)
                } catch CKError.zoneNotFound {
                    isOver = true
                }
            }
            return records
        }
    }
}
