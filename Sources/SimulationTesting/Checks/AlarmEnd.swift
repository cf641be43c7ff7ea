import AlarmClockCore
import CloudKit
import Foundation

/// Reads what there is of alarms at the end of a run: stores by their models, and records as they lie at the service.
struct AlarmEnd {
    unowned let world: World

    /// What the service and all devices have.
    ///
    /// - Throws: What the stores and the service throw.
    func outcome() throws -> LibraryOutcome {
        let records = try world.allRecords(0, zone: AlarmApp.zone)
        return LibraryOutcome(
            tale: world.alarms,
            service: graph(of: records),
            records: LibraryOutcome.stored(records),
            promised: LibraryOutcome.promised(world.books.alarms),
            foreign: try world.allRecords(1, zone: AlarmApp.zone).map(\.recordID.recordName).sorted(),
            devices: try world.devices.map { try state($0) }
        )
    }

    private func state(_ device: SimulatedDevice) throws -> LibraryOutcome.Device {
        guard let app = try device.alarmClient().app as? AlarmApp else { throw OtherApp() }
        return LibraryOutcome.Device(device.number, graph: try app.graph(), app.mirror)
    }

    private func graph(of records: [CKRecord]) -> Graph {
        var (graph, days): (Graph, [String: [Int]]) = (Graph(), [:])
        let alarms = Set(records.filter { $0.recordType == "Alarm" }.map(\.recordID.recordName))
        for record in records where record.recordType == "AlarmRepeat" {
            guard let alarm = record["alarm"] as? CKRecord.Reference, let day = record["weekday"] as? Int else {
                continue
            }
            let name = alarm.recordID.recordName
            days[name, default: []].append(day)
            if !alarms.contains(name) { graph.faults.append("\(name) is not there, and a day of it is") }
        }
        for record in records where record.recordType == "Alarm" {
            guard let id = (record["id"] as? String).flatMap(UUID.init(uuidString:)) else { continue }
            let time = (record["time"] as? Date).map { ClockTime(showing: $0, in: .gmt).minutes }
            graph.add(
                world.alarmKey(id),
                [
                    "label": record["label"] as? String ?? Graph.nothing,
                    "minutes": time.map(String.init) ?? Graph.nothing,
                    "enabled": "\(record["isEnabled"] as? Int == 1)",
                    "days": "\((days[record.recordID.recordName] ?? []).sorted())",
                ]
            )
        }
        return graph
    }
}
