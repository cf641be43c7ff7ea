import SwiftData
import Testing

/// What was saved is read back to the bit, after the store was opened anew.
@Suite struct StoredValueTests {
    private static let types: [any PersistentModel.Type] = [
        Scalars.self, OptionalScalars.self, Coded.self, Wide.self,
    ]

    /// Saves what `fill` makes and gives what a new context reads.
    private func roundTrip<Model: PersistentModel>(
        _ kind: StoreKind,
        _ made: [Model],
        _ check: ([Model], ModelContext) throws -> Void
    ) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        for model in made { context.insert(model) }
        try context.save()
        let fresh = try store.makeFreshContext()
        try check(try fresh.all(Model.self), fresh)
    }

    private func scalars(_ set: (Scalars) -> Void) -> Scalars {
        let scalars = Scalars()
        set(scalars)
        return scalars
    }

    @Test(arguments: StoreKind.allCases)
    func integersAtTheirLimits(kind: StoreKind) throws {
        let low = scalars {
            ($0.int, $0.int8, $0.int16, $0.int32, $0.int64) = (.min, .min, .min, .min, .min)
            ($0.uint, $0.uint8, $0.uint16, $0.uint32, $0.uint64) = (.min, .min, .min, .min, .min)
        }
        let high = scalars {
            ($0.int, $0.int8, $0.int16, $0.int32, $0.int64) = (.max, .max, .max, .max, .max)
            ($0.uint, $0.uint8, $0.uint16, $0.uint32, $0.uint64) = (.max, .max, .max, .max, .max)
            $0.bool = true
        }
        try roundTrip(kind, [low, high]) { read, _ in
            #expect(read.map(\.bool) == [false, true])
            #expect(read.map(\.int) == [.min, .max] && read.map(\.int8) == [.min, .max])
            #expect(read.map(\.int16) == [.min, .max] && read.map(\.int32) == [.min, .max])
            #expect(read.map(\.int64) == [.min, .max])
            #expect(read.map(\.uint) == [.min, .max] && read.map(\.uint8) == [.min, .max])
            #expect(read.map(\.uint16) == [.min, .max] && read.map(\.uint32) == [.min, .max])
            #expect(read.map(\.uint64) == [.min, .max])
        }
    }

    /// SQLite alone keeps no sign of zero.
    private static let doubles: [Double] = [
        0, 1.0 / 3, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
        .leastNormalMagnitude, .ulpOfOne, .infinity, -.infinity, .pi, 9_007_199_254_740_992,
    ]

    @Test(arguments: StoreKind.allCases)
    func floatingPointToTheBit(kind: StoreKind) throws {
        let made = Self.doubles.map { value in
            scalars {
                $0.double = value
                $0.float = Float(value)
            }
        }
        try roundTrip(kind, made) { read, _ in
            #expect(read.map(\.double.bitPattern) == Self.doubles.map(\.bitPattern))
            #expect(read.map(\.float.bitPattern) == Self.doubles.map { Float($0).bitPattern })
        }
    }

    @Test(arguments: StoreKind.allCases)
    func notANumber(kind: StoreKind) throws {
        let made = scalars {
            $0.double = .nan
            $0.float = .nan
        }
        try roundTrip(kind, [made]) { read, context in
            #expect(read.map(\.double.isNaN) == [true] && read.map(\.float.isNaN) == [true])
            read[0].double = 1
            try context.save()
            #expect(read[0].float.isNaN)
        }
    }

    private static let decimals: [Decimal] = [
        Decimal(), Decimal(string: "0.1"), Decimal(string: "-0.000000000000000000000000000000000001"),
        Decimal(string: "12345678901234567890123456789012345678"),
        Decimal(string: "1234567890123456789.0123456789012345678"),
        .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, Decimal(string: "1e100"),
    ].compactMap { $0 }

    @Test(arguments: StoreKind.allCases)
    func decimalsKeepEveryDigit(kind: StoreKind) throws {
        let made = Self.decimals.map { value in scalars { $0.decimal = value } }
        try roundTrip(kind, made) { read, context in
            #expect(read.map(\.decimal) == Self.decimals)
            let tenth = try #require(Decimal(string: "0.10"))
            let found = try context.fetch(FetchDescriptor<Scalars>(predicate: #Predicate { $0.decimal == tenth }))
            #expect(found.count == 1, "equal numbers are equal whatever their digits")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func datesBelowTheMillisecond(kind: StoreKind) throws {
        let dates =
            [
                0.000_001, 789_012_345.123_456_7, -5_000_000_000.987_654_3, 63_000_000_000, -62_135_769_600,
            ].map { Date(timeIntervalSinceReferenceDate: $0) } + [.distantPast, .distantFuture]
        try roundTrip(kind, dates.map { date in scalars { $0.date = date } }) { read, context in
            #expect(read.map(\.date) == dates)
            for date in dates {
                let exact = FetchDescriptor<Scalars>(predicate: #Predicate { $0.date == date })
                let count = try context.fetchCount(exact)
                #expect(count == 1)
            }
        }
    }

    private static let texts = [
        "", " ", "a\0b", "\0", "quo\"te's", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦🇹🇼", "汉字 かな 한글", "\u{200D}\u{FEFF}x",
        "line\r\nline", "\u{10FFFF}", String(repeating: "long ", count: 100_000),
    ]

    @Test(arguments: StoreKind.allCases)
    func textToTheScalar(kind: StoreKind) throws {
        try roundTrip(kind, Self.texts.map { text in scalars { $0.string = text } }) { read, context in
            #expect(read.map { Array($0.string.unicodeScalars) } == Self.texts.map { Array($0.unicodeScalars) })
            let nul = "a\0b"
            let found = try context.fetch(FetchDescriptor<Scalars>(predicate: #Predicate { $0.string == nul }))
            #expect(found.map(\.string) == [nul])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func dataIdentifiersAndAddresses(kind: StoreKind) throws {
        let data = [Data(), Data([0]), Data(0...255), Data(repeating: 0xA5, count: 2_000_000)]
        let urls = ["https://example.org/a%20b?q=1&r=%C3%A9#top", "file:///tmp/x", "mailto:a@b.c", "x/y?z", "data:,"]
            .compactMap { URL(string: $0) }
        let uuids = (0..<5).map { _ in UUID() }
        let made = (0..<5).map { index in
            scalars {
                $0.data = data[index % data.count]
                $0.url = urls[index]
                $0.uuid = uuids[index]
            }
        }
        try roundTrip(kind, made) { read, context in
            #expect(read.map(\.data) == (0..<5).map { data[$0 % data.count] })
            #expect(read.map(\.url) == urls && read.map(\.uuid) == uuids)
            let wanted = uuids[3]
            let found = try context.fetch(FetchDescriptor<Scalars>(predicate: #Predicate { $0.uuid == wanted }))
            #expect(found.map(\.uuid) == [wanted])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func optionalsThereAndNot(kind: StoreKind) throws {
        let full = OptionalScalars()
        (full.bool, full.int, full.int8, full.int16, full.int32, full.int64) = (false, 0, 0, 0, 0, .min)
        (full.uint, full.uint8, full.uint16, full.uint32, full.uint64) = (0, 0, 0, 0, .max)
        (full.float, full.double, full.decimal, full.string) = (0, -0.5, Decimal(1), "")
        let uuid = UUID()
        (full.date, full.data, full.uuid) = (Date(timeIntervalSinceReferenceDate: 0), Data(), uuid)
        full.url = URL(string: "https://example.org")
        try roundTrip(kind, [full, OptionalScalars()]) { read, _ in
            #expect(read.map(\.bool) == [false, nil] && read.map(\.int) == [0, nil] && read.map(\.int8) == [0, nil])
            #expect(
                read.map(\.int16) == [0, nil] && read.map(\.int32) == [0, nil] && read.map(\.int64) == [.min, nil]
            )
            #expect(read.map(\.uint) == [0, nil] && read.map(\.uint8) == [0, nil] && read.map(\.uint16) == [0, nil])
            #expect(read.map(\.uint32) == [0, nil] && read.map(\.uint64) == [.max, nil])
            #expect(read.map(\.float) == [0, nil] && read.map(\.double) == [-0.5, nil])
            #expect(read.map(\.decimal) == [1, nil] && read.map(\.string) == ["", nil])
            #expect(read.map(\.date) == [Date(timeIntervalSinceReferenceDate: 0), nil])
            #expect(read.map(\.data) == [Data(), nil] && read.map(\.uuid) == [uuid, nil])
            #expect(read.map(\.url) == [URL(string: "https://example.org"), nil])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func optionalsComeAndGo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let scalars = OptionalScalars()
        let coded = Coded()
        context.insert(scalars)
        context.insert(coded)
        try context.save()
        (scalars.string, scalars.double, scalars.data) = ("x", 1, Data([1]))
        (coded.maybeSeason, coded.maybeAddress) = (.winter, Address(street: "s", city: .init(name: "c")))
        try context.save()
        let fresh = try store.makeFreshContext()
        let read = try #require(try fresh.all(OptionalScalars.self).first)
        let readCoded = try #require(try fresh.all(Coded.self).first)
        #expect(read.string == "x" && read.double == 1 && read.data == Data([1]))
        #expect(readCoded.maybeSeason == .winter && readCoded.maybeAddress?.city.name == "c")
        (read.string, read.double, read.data) = (nil, nil, nil)
        (readCoded.maybeSeason, readCoded.maybeAddress) = (nil, nil)
        try fresh.save()
        let last = try store.makeFreshContext()
        #expect(
            try last.all(OptionalScalars.self).allSatisfy { $0.string == nil && $0.double == nil && $0.data == nil }
        )
        #expect(try last.all(Coded.self).allSatisfy { $0.maybeSeason == nil && $0.maybeAddress == nil })
    }

    @Test(arguments: StoreKind.allCases)
    func codedValues(kind: StoreKind) throws {
        let address = Address(
            street: "é\0 \"x\"",
            city: .init(name: "Taipei", population: 2_600_000),
            lines: ["", "2"]
        )
        let coded = Coded()
        (coded.season, coded.maybeSeason) = (.summer, .winter)
        (coded.grade, coded.maybeGrade) = (.high, .low)
        (coded.shape, coded.maybeShape) = (.circle(radius: .infinity), .polygon([3, 1], name: nil))
        (coded.address, coded.maybeAddress, coded.addresses) = (address, address, [address, address])
        (coded.strings, coded.maybeStrings, coded.doubles) = (["b", "", "a"], [], [0.1, -.infinity, 5])
        (coded.byName, coded.byNumber) = (["x": 1, "": 2], [-1: "m", 7: "n"])
        (coded.nested, coded.tags, coded.maybeTags) = (["k": [address]], ["p", "q"], [1, 2])
        try roundTrip(kind, [coded, Coded()]) { read, _ in
            let full = read[0]
            #expect(full.season == .summer && full.maybeSeason == .winter && full.grade == .high)
            #expect(full.maybeGrade == .low && full.shape == .circle(radius: .infinity))
            #expect(full.maybeShape == .polygon([3, 1], name: nil))
            #expect(full.address == address && full.maybeAddress == address && full.addresses == [address, address])
            #expect(full.strings == ["b", "", "a"] && full.maybeStrings == [] && full.doubles == [0.1, -.infinity, 5])
            #expect(full.byName == ["x": 1, "": 2] && full.byNumber == [-1: "m", 7: "n"])
            #expect(full.nested == ["k": [address]] && full.tags == ["p", "q"] && full.maybeTags == [1, 2])
            let empty = read[1]
            #expect(empty.season == .spring && empty.maybeSeason == nil && empty.maybeShape == nil)
            #expect(empty.maybeAddress == nil && empty.maybeStrings == nil && empty.maybeTags == nil)
            #expect(empty.addresses.isEmpty && empty.nested.isEmpty && empty.shape == .point)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aPartOfACodedValueChanges(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let coded = Coded()
        context.insert(coded)
        try context.save()
        coded.address.city.population = 5
        coded.strings.append("x")
        coded.byName["k", default: 0] += 3
        #expect(context.hasChanges)
        try context.save()
        let read = try #require(try store.makeFreshContext().all(Coded.self).first)
        #expect(read.address.city.population == 5 && read.strings == ["x"] && read.byName == ["k": 3])
    }

    @Test(arguments: StoreKind.allCases)
    func moreThanSixtyFourProperties(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let wide = Wide()
        context.insert(wide)
        try context.save()
        (wide.number0, wide.number62, wide.number63, wide.number69) = (-1, -2, -3, -4)
        try context.save()
        let fresh = try store.makeFreshContext()
        let read = try #require(try fresh.all(Wide.self).first)
        #expect(read.number0 == -1 && read.number1 == 1 && read.number62 == -2 && read.number63 == -3)
        #expect(read.number64 == 64 && read.number69 == -4)
        wide.number66 = -5
        read.number65 = -6
        try context.save()
        #expect(read.number65 == -6)
        try fresh.save()
        let last = try #require(try store.makeFreshContext().all(Wide.self).first)
        #expect(last.number65 == -6 && last.number63 == -3)
    }

    @Test(arguments: StoreKind.allCases)
    func ephemeralAndTransientValuesAreNotWritten(kind: StoreKind) throws {
        let store = try TestStore(kind, [Fleeting.self])
        let context = store.makeContext()
        let fleeting = Fleeting()
        context.insert(fleeting)
        try context.save()
        fleeting.scratch = [8]
        #expect(!context.hasChanges, "a transient property is nobody's business")
        fleeting.shown = 2
        #expect(context.hasChanges, "an ephemeral one is tracked")
        try context.save()
        #expect(fleeting.shown == 2 && fleeting.scratch == [8])
        let read = try #require(try store.makeFreshContext().all(Fleeting.self).first)
        #expect(read.kept == "kept" && read.shown == 1 && read.scratch == [7])
    }
}
