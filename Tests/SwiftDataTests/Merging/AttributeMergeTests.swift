import SwiftData
import Testing

@Model
final class Profile {
    var name: String = ""
    var address: Address = Address(street: "Main Street", city: Address.City(name: "Oslo"))
    var counts: [String: Int] = [:]

    init() {}
}

/// An attribute is one value, whatever it is made of: contexts do not merge what is within it.
@Suite struct AttributeMergeTests {
    private struct Profiles {
        let store: TestStore
        let first: ModelContext
        let second: ModelContext
        let profile: Profile
        let twin: Profile

        init(_ kind: StoreKind) throws {
            store = try TestStore(kind, [Profile.self])
            first = store.makeContext()
            second = store.makeContext()
            first.insert(Profile())
            try first.save()
            profile = try #require(try first.all(Profile.self).first)
            twin = try #require(try second.all(Profile.self).first)
        }

        func stored() throws -> Profile { try #require(try store.makeFreshContext().all(Profile.self).first) }
    }

    @Test(arguments: StoreKind.allCases)
    func theLaterSaveOfAStructStays(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        let (profile, twin) = (profiles.profile, profiles.twin)
        profile.address.street = "Mine"
        twin.address.city.population = 7
        twin.name = "theirs"
        try profiles.second.save()
        #expect(profile.address.street == "Mine" && profile.address.city.population == nil, "the unsaved change stays")
        #expect(profile.name == "theirs", "another attribute comes along")
        try profiles.first.save()
        for saved in [profile, twin, try profiles.stored()] {
            #expect(saved.address.street == "Mine" && saved.address.city.population == nil)
            #expect(saved.name == "theirs")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theLaterSaveOfADictionaryStays(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        let (profile, twin) = (profiles.profile, profiles.twin)
        profile.counts["mine", default: 0] += 1
        twin.counts["theirs"] = 2
        try profiles.second.save()
        #expect(profile.counts == ["mine": 1], "the unsaved change stays")
        try profiles.first.save()
        for saved in [profile, twin, try profiles.stored()] { #expect(saved.counts == ["mine": 1]) }
    }

    /// A change in place reads first, and reads what others saved before.
    @Test(arguments: StoreKind.allCases)
    func aChangeAfterTheOthersSaveBuildsOnIt(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        let (profile, twin) = (profiles.profile, profiles.twin)
        twin.counts["theirs"] = 2
        twin.address.city.population = 7
        try profiles.second.save()
        profile.counts["mine"] = 1
        profile.address.street = "Mine"
        try profiles.first.save()
        let saved = try profiles.stored()
        #expect(saved.counts == ["mine": 1, "theirs": 2])
        #expect(saved.address.street == "Mine" && saved.address.city.population == 7)
    }
}
