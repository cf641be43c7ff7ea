/// Requests from random numbers.
extension ServiceRun {
    var users: [Int] { Array(userNames.indices) }

    /// A user: the first one more often than the others, so that there is much in one place.
    func pickUser() -> Int { random.flip() ? 0 : random.pick(users) ?? 0 }

    func pickDevice() -> String? { random.pick(Vocabulary.devices) ?? nil }

    /// A zone: mostly one that is there.
    func pickZone(_ id: DatabaseID) -> String {
        if id.isPublic { return random.once(in: 25) ? "Notes" : ModelZone.defaultName }
        if random.once(in: 20) { return random.pick(Vocabulary.zones + ["Gone", "_strange"]) ?? "Gone" }
        let there = model[id].liveZones.map(\.name).filter(Vocabulary.zones.contains)
        // One zone is used more than the others, so that it fills.
        return random.flip() ? there.max() ?? ModelZone.defaultName : random.pick(there) ?? ModelZone.defaultName
    }

    /// Some of the keys that answers are to have; nil for all.
    func pickKeys(in times: Int) -> [String]? {
        guard random.once(in: times) else { return nil }
        return random.some(Vocabulary.fieldNames, atMost: 4)
    }

    func pickFlag(in times: Int) -> Bool? { random.once(in: times) ? random.once(in: 4) == false : nil }

    // MARK: - Changes of records

    func drawModify() -> (ModifyRequest, ServiceCall) {
        let user = pickUser()
        let id = random.once(in: 5) ? DatabaseID.public : DatabaseID(user: user)
        let zone = pickZone(id)
        var request = ModifyRequest(database: id, zone: zone, operations: [])
        if zone == ModelZone.defaultName, random.flip() { request.zone = nil }
        request.isAtomic = random.pick([nil, true, false, false]) ?? nil
        request.desiredKeys = pickKeys(in: 6)
        request.numbersAsStrings = pickFlag(in: 3)
        var count = random.once(in: 6) ? random.number(5...9) : random.number(1...3)
        if random.once(in: 30) { count = 0 }
        var names = Vocabulary.recordNames
        if id.isPublic { names = Array(names.prefix(5)) + userNames }
        names.shuffle(using: &random)
        for name in names.prefix(count) { request.operations.append(drawOperation(name, request, user)) }
        if random.once(in: 40), let first = request.operations.first { request.operations.append(first) }
        if random.once(in: 8), !id.isPublic { request.operations.append(drawNameless()) }
        if random.once(in: 60), let name = random.pick(Vocabulary.forbiddenNames) {
            request.operations.append(Operation(kind: "forceUpdate", name: name, type: "Note"))
        }
        let id2 = random.once(in: 3) ? nil : random.uuid()
        return (request, ServiceCall(user, pickDevice(), id, "records/modify", request.json, id: id2))
    }

    private func drawNameless() -> Operation {
        var operation = Operation(kind: random.pick(["create", "forceUpdate", "forceReplace"]) ?? "create")
        operation.type = "Note"
        if random.once(in: 12) { operation.kind = "update" }
        return operation
    }

    private func drawOperation(_ name: String, _ request: ModifyRequest, _ user: Int) -> Operation {
        let present = model[request.database, request.zoneName]?.live(name)
        let fitting: [(weight: Int, element: String)] =
            present == nil
            ? [
                (6, "create"), (3, "forceUpdate"), (3, "forceReplace"), (1, "forceDelete"), (1, "delete"),
                (1, "update"),
            ]
            : [
                (8, "update"), (4, "forceUpdate"), (5, "replace"), (3, "forceReplace"), (3, "delete"),
                (3, "forceDelete"), (1, "create"),
            ]
        var operation = Operation(kind: random.pick(weighted: fitting, else: "create"), name: name)
        operation.type = drawType(present, operation, request.database)
        operation.tag = drawTag(present, operation, request)
        if random.once(in: 10) { operation.ownZone = random.once(in: 6) ? "Other" : request.zoneName }
        operation.desiredKeys = pickKeys(in: 8)
        if operation.isDelete {
            operation.deletion = drawDeletion()
            return operation
        }
        operation.fields = drawFields(request)
        if random.once(in: 8) {
            operation.parent = .object(["recordName": .text(random.pick(Vocabulary.recordNames) ?? "A")])
        }
        return operation
    }

    private func drawType(_ present: RecordVersion?, _ operation: Operation, _ id: DatabaseID) -> String? {
        if random.once(in: 40) {
            return random.pick(["Users", "cloudkit.share", "_private", "9lives", "Task", "Umläut", nil]) ?? nil
        }
        if let present { return operation.mayCreate || random.once(in: 3) ? present.type : nil }
        if operation.isDelete { return nil }
        return random.pick(id.isPublic ? Vocabulary.publicTypes : Vocabulary.recordTypes)
    }

    private func drawTag(_ present: RecordVersion?, _ operation: Operation, _ request: ModifyRequest) -> String? {
        if random.once(in: 12) {
            let tags = model[request.database, request.zoneName]?.tags.sorted() ?? []
            return random.once(in: 3) ? random.pick(["zz", "", "0", "-1"]) : random.pick(tags)
        }
        let needsTag = ["update", "replace"].contains(operation.kind)
        if needsTag { return random.once(in: 20) ? nil : present?.tag ?? "1" }
        return operation.kind == "delete" && random.flip() ? present?.tag : nil
    }

    private func drawDeletion() -> JSON? {
        guard random.flip() else { return nil }
        let device = random.once(in: 15) ? "bell\u{7}" : random.pick(["phone", "", "die Küche"]) ?? ""
        return .object([
            "timestamp": .integer(Int64(random.number(0...1_800_000_000)) * 1_000), "deviceID": .text(device),
        ])
    }

    private func drawFields(_ request: ModifyRequest) -> [String: FieldValue?] {
        // Pointers lead to what is there, or is made by an operation before, and sometimes elsewhere.
        var targets = model[request.database, request.zoneName]?.liveVersions.map(\.name) ?? []
        targets += request.operations.compactMap { $0.mayCreate ? $0.name : nil }
        if targets.isEmpty || random.once(in: 12) { targets = Vocabulary.recordNames }
        var draws = FieldDraws(random: random, targets: targets)
        defer { random = draws.random }
        var fields: [String: FieldValue?] = [:]
        for name in draws.random.some(Vocabulary.fieldNames, atMost: draws.random.once(in: 3) ? 6 : 3) {
            fields[name] = draws.random.once(in: 6) ? .some(nil) : draws.value(of: name)
        }
        if draws.random.once(in: 3) { fields["owner"] = draws.value(of: "owner") }
        if draws.random.once(in: 30), let name = draws.random.pick(["title", "due", "count"]) {
            fields[name] = draws.wrongValue(of: name)
        }
        if draws.random.once(in: 60) { fields["9th"] = FieldValue.string("x") }
        return fields
    }

    // MARK: - Exactly what there is room for

    /// A request that makes an account hold exactly as much as it may, or a byte more.
    func drawFilling() -> (ModifyRequest, ServiceCall)? {
        guard let most = quota.bytes else { return nil }
        let user = pickUser()
        let id = DatabaseID(user: user)
        let zone = pickZone(id)
        guard let name = random.pick(Vocabulary.recordNames), let state = model[id, zone] else { return nil }
        let present = state.live(name)
        let stamp = Stamp(time: 0, user: "", device: "")
        let empty = RecordVersion(
            name: name,
            type: present?.type ?? "Note",
            position: 0,
            fields: ["title": .string("")],
            created: stamp,
            modified: stamp
        )
        var room = most - model[id].usage.bytes + (present?.size ?? 0) - empty.size
        // An account that holds more than it may can still change what does not grow.
        if room < 0, let present { room = present.size - empty.size }
        room += random.flip() ? 0 : 1
        guard (0...20_000).contains(room) else { return nil }
        var operation = Operation(kind: "forceReplace", name: name, type: empty.type)
        operation.fields = ["title": .string(String(repeating: "x", count: Int(room)))]
        let request = ModifyRequest(database: id, zone: zone, operations: [operation], isAtomic: false)
        return (request, ServiceCall(user, pickDevice(), id, "records/modify", request.json, id: random.uuid()))
    }

    /// A request with as many new records as one may have, or one more.
    func drawBulk() -> (ModifyRequest, ServiceCall) {
        let user = pickUser()
        let id = DatabaseID(user: user)
        let count = random.once(in: 4) ? 201 : random.number(120...200)
        let first = random.number(0...900)
        let operations = (first..<first + count).map { number in
            var operation = Operation(kind: "forceUpdate", name: "N\(number)", type: "Note")
            operation.fields = ["count": FieldValue(type: "INT64", value: .integer(Int64(number)))]
            return operation
        }
        let request = ModifyRequest(database: id, zone: pickZone(id), operations: operations, isAtomic: true)
        return (request, ServiceCall(user, pickDevice(), id, "records/modify", request.json, id: random.uuid()))
    }
}
