import CloudKit
import CloudKitWebServices
import Foundation

/// What is done to a request on its way into the service, and what is learnt from its answer.
struct WireWork {
    private(set) var request: CloudKitRequest
    private unowned let world: World
    /// Whether operations were refused.
    var hasRefused: Bool { !refused.isEmpty }
    /// Errors in the place of operations that the service does not get to see.
    private var refused: [Int: WireError] = [:]

    init(_ request: CloudKitRequest, _ world: World) {
        (self.request, self.world) = (request, world)
    }

    /// Draws which of the operations of a batch are refused, and by which code.
    func drawRefusals() -> [Int: String] {
        var refusals: [Int: String] = [:]
        guard let batch = try? ModifyRecordsRequest(json: request.bytes), batch.operations.count > 1 else { return [:] }
        let codes: [ServerErrorCode] = [.tryAgainLater, .internalError, .accessDenied, .throttled]
        for place in batch.operations.indices where world.network({ $0.once(in: 3) }) {
            guard refusals.count < batch.operations.count - 1 else { break }
            refusals[place] = codes[world.network { $0.number(0...(codes.count - 1)) }].rawValue
        }
        return refusals
    }

    /// Refuses operations of a batch for reasons of the service's own; one at least is left.
    mutating func refuse(_ refusals: [Int: String]) {
        guard var batch = try? ModifyRecordsRequest(json: request.bytes) else { return }
        for (place, code) in refusals.sorted(by: { $0.key < $1.key }) where batch.operations.indices.contains(place) {
            guard refused.count < batch.operations.count - 1 else { break }
            let name = batch.operations[place].record.recordName
            refused[place] = WireError(ServerErrorCode(rawValue: code), reason: "simulated", recordName: name)
        }
        guard !refused.isEmpty else { return }
        batch.operations = batch.operations.enumerated().filter { refused[$0.offset] == nil }.map(\.element)
        request.body = .bytes(batch.json())
        // Another request than that of the same name which may come whole.
        let fresh = world.products.uuid().uuidString.lowercased()
        for index in request.headers.indices
        where request.headers[index].name.lowercased() == ServiceHeader.requestUUID.lowercased() {
            request.headers[index].value = fresh
        }
        world.note("\(refused.count) of a batch are refused")
    }

    /// Asks for pages of a few records only.
    mutating func shortenPages() {
        guard var query = try? ZoneChangesRequest(json: request.bytes) else { return }
        for index in query.zones.indices { query.zones[index].options.resultsLimit = 3 }
        request.body = .bytes(query.json())
    }

    /// Takes in the answer, and puts the refusals into their places.
    func finish(_ answer: CloudKitAnswer, _ account: Int) throws -> CloudKitAnswer {
        guard answer.status == 200 else { return answer }
        switch request.endpoint {
        case "records/modify": return try finishModify(answer, account)
        case "records/lookup":
            let found = world.book.noteMissing(try LookupRecordsResponse(json: answer.body), account: account)
            for violation in found { world.report(violation) }
        case "changes/zone":
            let query = try ZoneChangesRequest(json: request.bytes)
            let pages = try ZoneChangesResponse(json: answer.body)
            for (zone, page) in zip(query.zones, pages.zones) {
                guard let page = page.item else { continue }
                note(page)
                let found = world.book.note(zone, page, account: account)
                for violation in found { world.report(violation) }
            }
        default: break
        }
        return answer
    }

    private func note(_ page: ZoneChanges) {
        let names = page.records.compactMap(\.item).map {
            "\($0.isDeleted ? "-" : "+")\($0.recordName?.prefix(4) ?? "")"
        }
        world.note("the feed has \(names.joined(separator: " "))\(page.moreComing ? " and more" : "")")
    }

    private func finishModify(_ answer: CloudKitAnswer, _ account: Int) throws -> CloudKitAnswer {
        let batch = try ModifyRecordsRequest(json: request.bytes)
        var results = try ModifyRecordsResponse(json: answer.body)
        let found = world.book.note(
            batch,
            results,
            id: request.identifier,
            account: account,
            at: world.clock.milliseconds
        )
        for violation in found { world.report(violation) }
        for (operation, result) in zip(batch.operations, results.records) {
            let title = operation.record.fields.text("title") ?? ""
            let outcome = result.error.map { $0.serverErrorCode.rawValue } ?? "ok"
            let name = operation.record.recordName?.prefix(4) ?? ""
            world.note("a\(account) \(operation.operationType.rawValue) \(name) \(title) \(outcome)")
        }
        guard !refused.isEmpty else { return answer }
        for place in refused.keys.sorted() {
            if let error = refused[place] { results.records.insert(.failure(error), at: place) }
        }
        var changed = answer
        changed.body = results.json()
        return changed
    }
}
