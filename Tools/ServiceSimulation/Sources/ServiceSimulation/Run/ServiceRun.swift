/// A service and the model of what it holds, request by request.
package final class ServiceRun {
    let service: SimulatedService
    let userNames: [String]
    var random: SeededRandom
    var model: ServiceModel
    var tokens = TokenLedger()
    var lives = Lives()
    var quota = ServiceModel.Quota()
    var trace = AnswerTrace()
    /// How often what happened that a run is to show.
    var counts: [String: Int] = [:]
    /// Names of copies that were made, with what they hold.
    var backups: [(name: String, model: ServiceModel)] = []
    /// Requests that may come again.
    var sent: [SentModify] = []
    /// Devices that fetch page by page.
    var readers: [ReplicaReader] = []
    /// The latest time that the clock had.
    var latest: Int64 = 0
    /// Whether changes were lost without a word.
    var hasLost = false
    /// How often the operator is to have been told of lost changes.
    var lossCount = 0
    /// Whether the disk may be full: the limit is that of the whole process.
    let mayFillDisk: Bool
    /// The step under way.
    var step = 0
    /// Changes an answer before it is compared, in tests.
    let tampering: ((Int, inout ServiceReply) -> Void)?
    private var replies = 0

    init(
        _ service: SimulatedService,
        userNames: [String],
        random: SeededRandom,
        mayFillDisk: Bool,
        tampering: ((Int, inout ServiceReply) -> Void)?
    ) {
        self.mayFillDisk = mayFillDisk
        (self.service, self.userNames, self.random, self.tampering) = (service, userNames, random, tampering)
        model = ServiceModel()
    }

    /// Answers a request, and records that.
    func send(_ call: ServiceCall) async -> ServiceReply {
        record(call)
        return finish(await service.send(call), call.endpoint)
    }

    func record(_ call: ServiceCall) {
        let id = call.id.map { " id \($0)" } ?? ""
        trace.append(
            "user \(call.user) on \(call.deviceName), \(call.database.path) \(call.endpoint)\(id): \(call.body)"
        )
    }

    func finish(_ reply: ServiceReply, _ endpoint: String) -> ServiceReply {
        var reply = reply
        tampering?(replies, &reply)
        replies += 1
        count("\(endpoint) \(reply.status)")
        trace.append("  \(reply.status) \(String(decoding: reply.body, as: UTF8.self))")
        return reply
    }

    func count(_ word: String) { counts[word, default: 0] += 1 }

    /// Who writes, now.
    func author(_ call: ServiceCall) -> Stamp {
        Stamp(time: service.surroundings.now, user: userNames[call.user], device: call.deviceName)
    }

    func expected(_ id: DatabaseID) -> ExpectedJSON {
        ExpectedJSON(database: id, owner: id.user.map { userNames[$0] })
    }

    /// The document of an answer that is no error.
    ///
    /// - Throws: ``Violation`` if it is one, or no JSON at all.
    func document(of reply: ServiceReply, status: Int = 200) throws(Violation) -> JSON {
        guard let document = try? JSON(reading: reply.body) else { throw Violation(.outcome, "an answer is no JSON") }
        guard reply.status == status else {
            throw Violation(.outcome, "the status is \(reply.status), not \(status): \(document.document)")
        }
        return document
    }

    /// Whether an answer is one of some errors as a whole.
    func checkRefusal(
        _ reply: ServiceReply,
        _ candidates: [ExpectedError],
        _ call: ServiceCall
    ) throws(Violation) {
        guard let document = try? JSON(reading: reply.body) else { throw Violation(.outcome, "an answer is no JSON") }
        let code = document["serverErrorCode"]?.text ?? "none"
        guard candidates.contains(where: { $0.code == code && $0.status == reply.status }) else {
            let wanted = candidates.map { "\($0.status) \($0.code)" }.joined(separator: " or ")
            throw Violation(.outcome, "the answer is \(reply.status) \(code), not \(wanted): \(document.document)")
        }
        guard document["reason"]?.text?.isEmpty == false, call.id == nil || document["uuid"]?.text == call.id else {
            throw Violation(.outcome, "the error lacks its reason or its UUID: \(document.document)")
        }
        guard document["records"] == nil, document["zones"] == nil else {
            throw Violation(.outcome, "an error of a whole request has items: \(document.document)")
        }
    }
}

/// A request to change records that was sent.
struct SentModify {
    let call: ServiceCall
    let request: ModifyRequest
}
