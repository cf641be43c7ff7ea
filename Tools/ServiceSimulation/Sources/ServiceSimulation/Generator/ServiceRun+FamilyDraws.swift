/// Records that hang on one another, from random numbers.
extension ServiceRun {
    /// A request that makes records each of which points at one before it.
    func drawFamily() -> (ModifyRequest, ServiceCall) {
        let user = pickUser()
        let id = random.once(in: 8) ? DatabaseID.public : DatabaseID(user: user)
        var request = ModifyRequest(database: id, zone: pickZone(id), operations: [], isAtomic: random.once(in: 4))
        var names = Vocabulary.recordNames
        names.shuffle(using: &random)
        for name in names.prefix(random.number(3...8)) {
            var operation = Operation(kind: "forceReplace", name: name)
            operation.type = model[id, request.zoneName]?.live(name)?.type ?? (id.isPublic ? "Board" : "Note")
            let before = request.operations.compactMap(\.name)
            if let target = random.pick(before) { operation.fields["owner"] = pointer(target) }
            if random.once(in: 4), !before.isEmpty {
                let targets = random.some(before, atMost: 2)
                if !targets.isEmpty { operation.fields["links"] = pointers(targets) }
            }
            request.operations.append(operation)
        }
        return (request, ServiceCall(user, pickDevice(), id, "records/modify", request.json, id: random.uuid()))
    }

    private func pointer(_ target: String) -> FieldValue {
        FieldValue(type: "REFERENCE", value: reference(target))
    }

    private func pointers(_ targets: [String]) -> FieldValue {
        FieldValue(type: "REFERENCE_LIST", value: .array(targets.map(reference)))
    }

    private func reference(_ target: String) -> JSON {
        let action = random.pick(weighted: [(8, "DELETE_SELF"), (1, "VALIDATE"), (1, "NONE")], else: "DELETE_SELF")
        return .object(["recordName": .text(target), "action": .text(action)])
    }

    /// A request that deletes a record on which others hang, with operations on these before and after it.
    func drawOwnerDeletion() -> (ModifyRequest, ServiceCall)? {
        let user = pickUser()
        let id = random.once(in: 8) ? DatabaseID.public : DatabaseID(user: user)
        var owners: [(zone: String, name: String, dependents: [String])] = []
        for zone in model[id].liveZones {
            for version in zone.liveVersions {
                let dependents = zone.referrers(to: version.name, "DELETE_SELF").map(\.name).sorted()
                if !dependents.isEmpty { owners.append((zone.name, version.name, dependents)) }
            }
        }
        guard let owner = random.pick(owners) else { return nil }
        var request = ModifyRequest(database: id, zone: owner.zone, operations: [], isAtomic: random.once(in: 3))
        var deletion = Operation(kind: random.flip() ? "forceDelete" : "delete", name: owner.name)
        if random.flip() { deletion.deletion = .object(["timestamp": .integer(77), "deviceID": .text("phone")]) }
        request.operations.append(deletion)
        for name in random.some(owner.dependents.filter { $0 != owner.name }, atMost: 2) {
            let present = model[id, owner.zone]?.live(name)
            let kind = random.pick(["create", "update", "forceUpdate", "forceReplace", "delete", "forceDelete"])
            var operation = Operation(kind: kind ?? "create", name: name)
            operation.type = operation.mayCreate ? present?.type : nil
            operation.tag = operation.mayCreate ? nil : present?.tag
            if !operation.isDelete { operation.fields = ["count": FieldValue(type: "INT64", value: .integer(1))] }
            request.operations.insert(operation, at: random.number(0...request.operations.count))
        }
        return (request, ServiceCall(user, pickDevice(), id, "records/modify", request.json, id: random.uuid()))
    }
}
