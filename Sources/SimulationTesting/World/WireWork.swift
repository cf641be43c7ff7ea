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

    /// Whether the request may be inside the service beside others.
    ///
    /// Files are read and written by threads of their own, and passwords are checked there: those have the service to themselves.
    var mayInterleave: Bool {
        let parts = ["records/", "changes/", "zones/", "subscriptions/", "tokens/"]
        return parts.contains { request.endpoint.hasPrefix($0) }
    }

    /// Takes in the answer of a service that did nothing else meanwhile, and puts the refusals into their places.
    func finish(_ answer: CloudKitAnswer, _ account: Int) throws -> CloudKitAnswer {
        guard answer.status == 200 else { return answer }
        switch request.endpoint {
        case "records/modify": try recordChanges(answer.body, account)
        case "records/lookup":
            let response = try LookupRecordsResponse(json: answer.body)
            report(world.books.book(of: try lookUpZone())?.noteMissing(response, account: account) ?? [])
        case "changes/zone": try recordPages(answer, account)
        default: break
        }
        return try withRefusals(answer)
    }

    /// The same where the service did other things between two transactions of the request.
    func finish(_ answer: CloudKitAnswer, of inFlight: InFlightRequest) throws -> CloudKitAnswer {
        switch request.endpoint {
        case "records/modify":
            // Two arrivals of one request have one effect and one answer.
            if let committed = inFlight.committedAnswer, committed != answer.body {
                report([Violation(.exactlyOnce, "an answer is not the one that was committed")])
            }
        case "records/lookup":
            // What was deleted before the request came and is deleted in the end must be told of as deleted.
            let response = try LookupRecordsResponse(json: answer.body)
            let zone = try lookUpZone()
            let found = [inFlight.firstBooks, inFlight.lastBooks].map { books in
                books?.book(of: zone)?.noteMissing(response, account: inFlight.account) ?? []
            }
            if found.allSatisfy({ !$0.isEmpty }) { report(found[1]) }
        case "changes/zone": try recordPages(answer, inFlight.account, truth: inFlight.lastBooks)
        default: break
        }
        return try withRefusals(answer)
    }

    private func report(_ violations: [Violation]) {
        for violation in violations { world.report(violation) }
    }

    private func lookUpZone() throws -> String {
        try LookupRecordsRequest(json: request.bytes).zoneID?.zoneName ?? WireZoneID.defaultName
    }

    /// Each client asks for one zone in a request: what was read last is the page.
    private func recordPages(_ answer: CloudKitAnswer, _ account: Int, truth: ServiceBooks? = nil) throws {
        let query = try ZoneChangesRequest(json: request.bytes)
        let pages = try ZoneChangesResponse(json: answer.body)
        for (zone, page) in zip(query.zones, pages.zones) {
            guard let page = page.item else { continue }
            note(page)
            let name = zone.zoneID.zoneName
            let truth = truth?.book(of: name)
            report(world.books.change(name) { $0.note(zone, page, account: account, truth: truth) })
        }
    }

    private func note(_ page: ZoneChanges) {
        let names = page.records.compactMap(\.item).map {
            "\($0.isDeleted ? "-" : "+")\($0.recordName?.prefix(4) ?? "")"
        }
        world.note("the feed has \(names.joined(separator: " "))\(page.moreComing ? " and more" : "")")
    }

    /// Takes in what a batch has done.
    func recordChanges(_ body: [UInt8], _ account: Int) throws {
        let batch = try ModifyRecordsRequest(json: request.bytes)
        let results = try ModifyRecordsResponse(json: body)
        let (id, now) = (request.identifier, world.clock.milliseconds)
        report(
            world.books.change(batch.zoneID?.zoneName ?? WireZoneID.defaultName) {
                $0.note(batch, results, id: id, account: account, at: now)
            }
        )
        for (operation, result) in zip(batch.operations, results.records) {
            let title = operation.record.fields.text("title") ?? ""
            let outcome = result.error.map { $0.serverErrorCode.rawValue } ?? "ok"
            let name = operation.record.recordName?.prefix(4) ?? ""
            world.note("a\(account) \(operation.operationType.rawValue) \(name) \(title) \(outcome)")
        }
    }

    /// The answer with the refusals in the places of what the service did not get to see.
    private func withRefusals(_ answer: CloudKitAnswer) throws -> CloudKitAnswer {
        guard !refused.isEmpty else { return answer }
        var results = try ModifyRecordsResponse(json: answer.body)
        for place in refused.keys.sorted() {
            if let error = refused[place] { results.records.insert(.failure(error), at: place) }
        }
        var changed = answer
        changed.body = results.json()
        return changed
    }
}
