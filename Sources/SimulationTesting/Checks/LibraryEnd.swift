import CloudKit
import Foundation
import SwiftData

/// Reads what there is at the end of a run about mirroring: stores by their models, and records as they lie at the service,
/// without the code that made them.
struct LibraryEnd {
    unowned let world: World

    /// What the service and all devices have.
    ///
    /// - Throws: What the stores and the service throw.
    func outcome() throws -> LibraryOutcome {
        let records = try world.allRecords(0)
        return LibraryOutcome(
            tale: world.library,
            service: Self.graph(of: records),
            records: LibraryOutcome.stored(records),
            promised: LibraryOutcome.promised(world.book),
            foreign: try world.allRecords(1).map(\.recordID.recordName).sorted(),
            devices: try world.devices.map { try state($0) }
        )
    }

    private func state(_ device: SimulatedDevice) throws -> LibraryOutcome.Device {
        guard let app = try device.client().app as? MirrorApp else { throw OtherApp() }
        return LibraryOutcome.Device(device.number, version: app.version, graph: try app.look().graph, app.mirror)
    }

    /// The objects that records stand for, by the names of Documentation/mirroring.md.
    private static func graph(of records: [CKRecord]) -> Graph {
        let records = records.sorted { $0.recordID.recordName < $1.recordID.recordName }
        var graph = Graph()
        let keys = keys(of: records)
        var labels: [String: Set<String>] = [:]
        for record in records where record["sd_own"] != nil {
            let ends = ["sd_own", "sd_other"].map { key(of: record[$0], keys) }
            guard let first = ends[0], let second = ends[1] else {
                graph.faults.append("\(record.recordID.recordName) links what is not there")
                continue
            }
            let (book, label) = first.hasPrefix("b") ? (first, second) : (second, first)
            labels[book, default: []].insert(label)
        }
        for record in records {
            guard let key = keys[record.recordID.recordName], record["sd_forward"] == nil else { continue }
            var properties = properties(of: record)
            for name in ["shelf", "book"] where properties[name] != nil {
                guard let reference = record[name] as? CKRecord.Reference else { continue }
                properties[name] = self.key(of: reference, keys)
                if properties[name] == nil { graph.faults.append("\(key) points to a \(name) that is not there") }
            }
            if record.recordType == "Book" { properties["labels"] = "\((labels[key] ?? []).sorted())" }
            graph.add(key, properties)
        }
        return graph
    }

    /// The keys of objects by the names of their records, and of those that have given way to them.
    ///
    /// What has given way to something that was deleted stands for nothing.
    private static func keys(of records: [CKRecord]) -> [String: String] {
        var (keys, forwards): ([String: String], [String: String]) = ([:], [:])
        for record in records {
            let name = record.recordID.recordName
            if let target = record["sd_forward"] as? String {
                forwards[name] = target
            } else if let key = (record["key"] ?? record["name"]) as? String {
                keys[name] = key
            }
        }
        for (name, target) in forwards.sorted(by: { $0.key < $1.key }) {
            var next = target
            for _ in forwards { next = forwards[next] ?? next }
            keys[name] = keys[next]
        }
        return keys
    }

    private static func key(of value: (any CKRecordValueProtocol)?, _ keys: [String: String]) -> String? {
        (value as? CKRecord.Reference).flatMap { keys[$0.recordID.recordName] }
    }

    private static func properties(of record: CKRecord) -> [String: String] {
        func text(_ name: String) -> String { record[name] as? String ?? Graph.nothing }
        switch record.recordType {
        case "Shelf": return ["title": text("title")]
        case "Book":
            let pages = record["pages"] as? Int ?? 0
            var properties = [
                "title": text("title"), "pages": "\(pages)", "note": text("note"), "shelf": Graph.nothing,
            ]
            for value in BookValue.allCases { properties[value.rawValue] = value.text(record) }
            return properties
        case "Remark": return ["text": text("text"), "book": Graph.nothing]
        default: return ["color": text("color")]
        }
    }
}

extension LibraryOutcome.Device {
    /// A store with what its mirror says of itself.
    init(_ number: Int, version: LibraryVersion = .second, graph: Graph, _ mirror: CloudMirror) {
        let status = mirror.status
        self.init(
            number: number,
            version: version,
            graph: graph,
            pending: status.pendingCount,
            isUpToDate: status.state == .upToDate,
            hasProblem: status.lastProblem != nil
        )
    }
}

extension LibraryOutcome {
    /// Records as they lie at the service, by name.
    static func stored(_ records: [CKRecord]) -> [String: Stored] {
        let pairs = records.map { record in
            let tag = record.recordChangeTag ?? ""
            return (record.recordID.recordName, Stored(tag: tag, mood: record["mood"] as? String))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// What the service said that it has of the first account.
    static func promised(_ book: ServiceBook) -> [String: Stored] {
        (book.records[0] ?? [:]).mapValues { Stored(tag: $0.tag, mood: $0.mood) }
    }
}
