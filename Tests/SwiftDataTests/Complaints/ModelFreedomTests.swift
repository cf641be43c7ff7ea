import SwiftData
import Testing

/// Everything that sync or the old macro forbade: required, unique, `.deny`, a property named `description`.
@Model
final class Contract {
    @Attribute(.unique) var number: String
    private(set) var signed: Date
    var description: String
    var client: Client
    @Relationship(deleteRule: .deny, inverse: \Clause.contract) var clauses: [Clause]

    init(_ number: String, client: Client, signed: Date) {
        self.number = number
        self.client = client
        self.signed = signed
        description = "contract \(number)"
        clauses = []
    }
}

@Model
final class Client {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Contract.client) var contracts: [Contract] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Clause {
    private(set) var contract: Contract?
    var text: String

    init(_ text: String, of contract: Contract) {
        self.text = text
        self.contract = contract
    }
}

@Suite struct ModelFreedomTests {
    private static let types: [any PersistentModel.Type] = [Contract.self, Client.self, Clause.self]

    @Test(arguments: StoreKind.allCases)
    func requiredUniqueAndPrivatePropertiesWork(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let signed = Date(timeIntervalSinceReferenceDate: 1_000.5)
        let contract = Contract("7", client: Client("Ann"), signed: signed)
        context.insert(Clause("pay", of: contract))
        try context.save()
        let read = try #require(try store.makeFreshContext().all(Contract.self).first)
        #expect(read.description == "contract 7" && read.signed == signed && read.client.name == "Ann")
        #expect(read.clauses.map(\.text) == ["pay"] && read.clauses[0].contract === read)
        #expect(contract.clauses.count == 1)
        let named = FetchDescriptor<Contract>(
            predicate: #Predicate { $0.description == "contract 7" && $0.signed == signed }
        )
        #expect(try context.fetchCount(named) == 1)
    }

    @Test func aMirroredStoreTakesThemToo() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file(), cloudKitDatabase: .private("iCloud.org.example"))
        let context = ModelContext(try ModelContainer(for: Contract.self, configurations: configuration))
        context.insert(Contract("7", client: Client("Ann"), signed: Date(timeIntervalSinceReferenceDate: 0)))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Contract>()) == 1)
    }
}
