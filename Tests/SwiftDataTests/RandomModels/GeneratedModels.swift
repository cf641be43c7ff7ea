// Drawn by RandomModelSource from the seed 2. To draw anew, run RandomModelTests with REGENERATE_GOLDEN=1 in the
// environment.

import Foundation
import SwiftData

enum GeneratedModels {
    static var schemas: [RandomSchema] {
        [
            RandomSchema(shapes: [shape1A(), shape1B(), shape1C()]),
            RandomSchema(shapes: [shape2A(), shape2B(), shape2C()]),
            RandomSchema(shapes: [shape3A(), shape3B(), shape3C()]),
            RandomSchema(shapes: [shape4A(), shape4B(), shape4C()]),
            RandomSchema(shapes: [shape5A(), shape5B(), shape5C()]),
            RandomSchema(shapes: [shape6A(), shape6B(), shape6C()]),
        ]
    }
}

@Model class Shape1A {
    #Index<Shape1A>([\.place1], [\.code2], [\.text3], [\.price4])
    var place1: URL?
    var code2: UUID = UUID.zero
    var text3: String
    var price4: Decimal = 0
    var flag5: Bool = false
    var numbers6: [Int]?
    var link1: Shape1B?
    @Relationship(inverse: \Shape1B.link2) var back2: Shape1B?
    var link4: [Shape1B] = []

    init() {
        text3 = ""
    }
}

extension GeneratedModels {
    static func shape1A() -> ModelShape<Shape1A> {
        ModelShape(
            name: "Shape1A",
            make: { Shape1A() },
            properties: [
                ValueProperty("place1", \Shape1A.place1),
                ValueProperty("code2", \Shape1A.code2),
                ValueProperty("text3", \Shape1A.text3),
                ValueProperty("price4", \Shape1A.price4),
                ValueProperty("flag5", \Shape1A.flag5),
                ValueProperty("numbers6", \Shape1A.numbers6),
                LinkProperty("link1", \Shape1A.link1, isFilled: true, shape1B),
                LinkProperty("back2", \Shape1A.back2, isFilled: false, shape1B),
                ListProperty("link4", \Shape1A.link4, isFilled: true, shape1B),
            ],
            farOrders: [
                FarOrder("back2?.link3?.text3", \Shape1A.back2?.link3?.text3),
                FarOrder("back2?.price3", \Shape1A.back2?.price3),
                FarOrder("link1?.link2?.price4", \Shape1A.link1?.link2?.price4),
                FarOrder("link1?.link3?.code2", \Shape1A.link1?.link3?.code2),
            ]
        )
    }
}

@Model final class Shape1B {
    #Index<Shape1B>([\.text1], [\.price3])
    var text1: String
    var date2: Date = Date.start
    var price3: Decimal
    var price4: Decimal?
    var numbers5: [Int]?
    @Relationship(inverse: \Shape1A.link1) var back1: [Shape1A] = []
    var link2: Shape1A?
    var link3: Shape1C?
    @Relationship(inverse: \Shape1A.link4) var back4: [Shape1A] = []

    init() {
        text1 = ""
        price3 = 0
    }
}

extension GeneratedModels {
    static func shape1B() -> ModelShape<Shape1B> {
        ModelShape(
            name: "Shape1B",
            make: { Shape1B() },
            properties: [
                ValueProperty("text1", \Shape1B.text1),
                ValueProperty("date2", \Shape1B.date2),
                ValueProperty("price3", \Shape1B.price3),
                ValueProperty("price4", \Shape1B.price4),
                ValueProperty("numbers5", \Shape1B.numbers5),
                ListProperty("back1", \Shape1B.back1, isFilled: false, shape1A),
                LinkProperty("link2", \Shape1B.link2, isFilled: true, shape1A),
                LinkProperty("link3", \Shape1B.link3, isFilled: true, shape1C),
                ListProperty("back4", \Shape1B.back4, isFilled: false, shape1A),
            ],
            farOrders: [
                FarOrder("link2?.link1?.text1", \Shape1B.link2?.link1?.text1),
                FarOrder("link3?.back2?.price4", \Shape1B.link3?.back2?.price4),
                FarOrder("link3?.flag5", \Shape1B.link3?.flag5),
                FarOrder("link3?.link1?.text1", \Shape1B.link3?.link1?.text1),
            ]
        )
    }
}

@Model final class Shape1C: Shape1A {
    var ownWhole1: Int
    var ownTitle2: String
    var ownSerial3: UInt64 = 0
    var ownMood4: RandomMood?
    @Relationship(inverse: \Shape1B.link3) var back3: [Shape1B] = []

    override init() {
        ownWhole1 = 0
        ownTitle2 = ""
        super.init()
    }
}

extension GeneratedModels {
    static func shape1C() -> ModelShape<Shape1C> {
        ModelShape(
            name: "Shape1C",
            make: { Shape1C() },
            properties: [
                ValueProperty("place1", \Shape1C.place1),
                ValueProperty("code2", \Shape1C.code2),
                ValueProperty("text3", \Shape1C.text3),
                ValueProperty("price4", \Shape1C.price4),
                ValueProperty("flag5", \Shape1C.flag5),
                ValueProperty("numbers6", \Shape1C.numbers6),
                ValueProperty("ownWhole1", \Shape1C.ownWhole1),
                ValueProperty("ownTitle2", \Shape1C.ownTitle2),
                ValueProperty("ownSerial3", \Shape1C.ownSerial3),
                ValueProperty("ownMood4", \Shape1C.ownMood4),
                LinkProperty("link1", \Shape1C.link1, isFilled: true, shape1B),
                LinkProperty("back2", \Shape1C.back2, isFilled: false, shape1B),
                ListProperty("link4", \Shape1C.link4, isFilled: true, shape1B),
                ListProperty("back3", \Shape1C.back3, isFilled: false, shape1B),
            ],
            farOrders: [
                FarOrder("back2?.date2", \Shape1C.back2?.date2),
                FarOrder("back2?.link3?.flag5", \Shape1C.back2?.link3?.flag5),
                FarOrder("link1?.link3?.ownWhole1", \Shape1C.link1?.link3?.ownWhole1),
                FarOrder("link1?.link3?.price4", \Shape1C.link1?.link3?.price4),
            ]
        )
    }
}

@Model final class Shape2A {
    var numbers1: [Int]?
    var place2: URL?
    var serial3: UInt64?
    var words4: [String] = []
    var numbers5: [Int]?
    var link1: [Shape2C] = []
    var link4: [Shape2B] = []

    init() {}
}

extension GeneratedModels {
    static func shape2A() -> ModelShape<Shape2A> {
        ModelShape(
            name: "Shape2A",
            make: { Shape2A() },
            properties: [
                ValueProperty("numbers1", \Shape2A.numbers1),
                ValueProperty("place2", \Shape2A.place2),
                ValueProperty("serial3", \Shape2A.serial3),
                ValueProperty("words4", \Shape2A.words4),
                ValueProperty("numbers5", \Shape2A.numbers5),
                ListProperty("link1", \Shape2A.link1, isFilled: true, shape2C),
                ListProperty("link4", \Shape2A.link4, isFilled: true, shape2B),
            ]
        )
    }
}

@Model final class Shape2B {
    #Index<Shape2B>([\.whole1], [\.place3], [\.title5], [\.short8])
    var whole1: Int?
    var price2: Decimal = 0
    var place3: URL?
    var numbers4: [Int]
    var title5: String
    var date6: Date = Date.start
    var numbers7: [Int]?
    var short8: Int16?
    var link2: Shape2B?
    @Relationship(inverse: \Shape2B.link2) var back2: [Shape2B] = []
    var link3: Shape2B?
    @Relationship(inverse: \Shape2A.link4) var back4: [Shape2A] = []

    init() {
        numbers4 = []
        title5 = ""
    }
}

extension GeneratedModels {
    static func shape2B() -> ModelShape<Shape2B> {
        ModelShape(
            name: "Shape2B",
            make: { Shape2B() },
            properties: [
                ValueProperty("whole1", \Shape2B.whole1),
                ValueProperty("price2", \Shape2B.price2),
                ValueProperty("place3", \Shape2B.place3),
                ValueProperty("numbers4", \Shape2B.numbers4),
                ValueProperty("title5", \Shape2B.title5),
                ValueProperty("date6", \Shape2B.date6),
                ValueProperty("numbers7", \Shape2B.numbers7),
                ValueProperty("short8", \Shape2B.short8),
                LinkProperty("link2", \Shape2B.link2, isFilled: true, shape2B),
                ListProperty("back2", \Shape2B.back2, isFilled: false, shape2B),
                LinkProperty("link3", \Shape2B.link3, isFilled: true, shape2B),
                ListProperty("back4", \Shape2B.back4, isFilled: false, shape2A),
            ],
            farOrders: [
                FarOrder("link2?.link3?.whole1", \Shape2B.link2?.link3?.whole1),
                FarOrder("link3?.link2?.date6", \Shape2B.link3?.link2?.date6),
                FarOrder("link3?.link2?.title5", \Shape2B.link3?.link2?.title5),
                FarOrder("link3?.link2?.whole1", \Shape2B.link3?.link2?.whole1),
            ]
        )
    }
}

@Model final class Shape2C {
    var short1: Int16 = 0
    var serial2: UInt64 = 0
    var mood3: RandomMood = RandomMood.calm
    var serial4: UInt64 = 0
    var bytes5: Data?
    @Relationship(inverse: \Shape2A.link1) var back1: [Shape2A] = []

    init() {}
}

extension GeneratedModels {
    static func shape2C() -> ModelShape<Shape2C> {
        ModelShape(
            name: "Shape2C",
            make: { Shape2C() },
            properties: [
                ValueProperty("short1", \Shape2C.short1),
                ValueProperty("serial2", \Shape2C.serial2),
                ValueProperty("mood3", \Shape2C.mood3),
                ValueProperty("serial4", \Shape2C.serial4),
                ValueProperty("bytes5", \Shape2C.bytes5),
                ListProperty("back1", \Shape2C.back1, isFilled: false, shape2A),
            ]
        )
    }
}

@Model class Shape3A {
    var price1: Decimal = 0
    var text2: String = ""
    var bytes3: Data?
    var price4: Decimal?
    var level5: RandomLevel?
    var bytes6: Data
    var place7: URL?
    var numbers8: [Int]?
    var link2: Shape3B?
    @Relationship(inverse: \Shape3B.link3) var back3: [Shape3B] = []

    init() {
        bytes6 = Data()
    }
}

extension GeneratedModels {
    static func shape3A() -> ModelShape<Shape3A> {
        ModelShape(
            name: "Shape3A",
            make: { Shape3A() },
            properties: [
                ValueProperty("price1", \Shape3A.price1),
                ValueProperty("text2", \Shape3A.text2),
                ValueProperty("bytes3", \Shape3A.bytes3),
                ValueProperty("price4", \Shape3A.price4),
                ValueProperty("level5", \Shape3A.level5),
                ValueProperty("bytes6", \Shape3A.bytes6),
                ValueProperty("place7", \Shape3A.place7),
                ValueProperty("numbers8", \Shape3A.numbers8),
                LinkProperty("link2", \Shape3A.link2, isFilled: true, shape3B),
                ListProperty("back3", \Shape3A.back3, isFilled: false, shape3B),
            ],
            farOrders: [
                FarOrder("link2?.flag2", \Shape3A.link2?.flag2),
                FarOrder("link2?.link3?.price4", \Shape3A.link2?.link3?.price4),
                FarOrder("link2?.price4", \Shape3A.link2?.price4),
                FarOrder("link2?.serial3", \Shape3A.link2?.serial3),
            ]
        )
    }
}

@Model final class Shape3B {
    #Index<Shape3B>([\.mood6])
    var price1: Decimal?
    var flag2: Bool = false
    var serial3: UInt64 = 0
    var price4: Decimal
    var short5: Int16?
    var mood6: RandomMood = RandomMood.calm
    var link3: Shape3A?

    init() {
        price4 = 0
    }
}

extension GeneratedModels {
    static func shape3B() -> ModelShape<Shape3B> {
        ModelShape(
            name: "Shape3B",
            make: { Shape3B() },
            properties: [
                ValueProperty("price1", \Shape3B.price1),
                ValueProperty("flag2", \Shape3B.flag2),
                ValueProperty("serial3", \Shape3B.serial3),
                ValueProperty("price4", \Shape3B.price4),
                ValueProperty("short5", \Shape3B.short5),
                ValueProperty("mood6", \Shape3B.mood6),
                LinkProperty("link3", \Shape3B.link3, isFilled: true, shape3A),
            ],
            farOrders: [
                FarOrder("link3?.link2?.flag2", \Shape3B.link3?.link2?.flag2),
                FarOrder("link3?.link2?.price4", \Shape3B.link3?.link2?.price4),
                FarOrder("link3?.price1", \Shape3B.link3?.price1),
                FarOrder("link3?.price4", \Shape3B.link3?.price4),
            ]
        )
    }
}

@Model final class Shape3C: Shape3A {
    var ownShort1: Int16?
    var ownRatio2: Double?
    var ownWords3: [String] = []
    var ownSerial4: UInt64?
    var link1: Shape3C?
    @Relationship(inverse: \Shape3C.link1) var back1: [Shape3C] = []
    var link4: Shape3C?

    override init() {
        super.init()
    }
}

extension GeneratedModels {
    static func shape3C() -> ModelShape<Shape3C> {
        ModelShape(
            name: "Shape3C",
            make: { Shape3C() },
            properties: [
                ValueProperty("price1", \Shape3C.price1),
                ValueProperty("text2", \Shape3C.text2),
                ValueProperty("bytes3", \Shape3C.bytes3),
                ValueProperty("price4", \Shape3C.price4),
                ValueProperty("level5", \Shape3C.level5),
                ValueProperty("bytes6", \Shape3C.bytes6),
                ValueProperty("place7", \Shape3C.place7),
                ValueProperty("numbers8", \Shape3C.numbers8),
                ValueProperty("ownShort1", \Shape3C.ownShort1),
                ValueProperty("ownRatio2", \Shape3C.ownRatio2),
                ValueProperty("ownWords3", \Shape3C.ownWords3),
                ValueProperty("ownSerial4", \Shape3C.ownSerial4),
                LinkProperty("link2", \Shape3C.link2, isFilled: true, shape3B),
                ListProperty("back3", \Shape3C.back3, isFilled: false, shape3B),
                LinkProperty("link1", \Shape3C.link1, isFilled: true, shape3C),
                ListProperty("back1", \Shape3C.back1, isFilled: false, shape3C),
                LinkProperty("link4", \Shape3C.link4, isFilled: true, shape3C),
            ],
            farOrders: [
                FarOrder("link1?.link1?.price4", \Shape3C.link1?.link1?.price4),
                FarOrder("link1?.link2?.serial3", \Shape3C.link1?.link2?.serial3),
                FarOrder("link4?.link2?.serial3", \Shape3C.link4?.link2?.serial3),
                FarOrder("link4?.price4", \Shape3C.link4?.price4),
            ]
        )
    }
}

@Model final class Shape4A {
    #Index<Shape4A>([\.whole1])
    var whole1: Int = 0
    var level2: RandomLevel = RandomLevel.low
    var code3: UUID?
    var price4: Decimal?
    var words5: [String]?
    var link1: Shape4C?
    var link4: [Shape4B] = []

    init() {}
}

extension GeneratedModels {
    static func shape4A() -> ModelShape<Shape4A> {
        ModelShape(
            name: "Shape4A",
            make: { Shape4A() },
            properties: [
                ValueProperty("whole1", \Shape4A.whole1),
                ValueProperty("level2", \Shape4A.level2),
                ValueProperty("code3", \Shape4A.code3),
                ValueProperty("price4", \Shape4A.price4),
                ValueProperty("words5", \Shape4A.words5),
                LinkProperty("link1", \Shape4A.link1, isFilled: true, shape4C),
                ListProperty("link4", \Shape4A.link4, isFilled: true, shape4B),
            ],
            farOrders: [
                FarOrder("link1?.back1?.code3", \Shape4A.link1?.back1?.code3),
                FarOrder("link1?.back1?.price4", \Shape4A.link1?.back1?.price4),
                FarOrder("link1?.back3?.date5", \Shape4A.link1?.back3?.date5),
                FarOrder("link1?.back3?.text2", \Shape4A.link1?.back3?.text2),
            ]
        )
    }
}

@Model final class Shape4B {
    #Index<Shape4B>([\.text2], [\.place3], [\.bytes4], [\.level6])
    var place1: URL?
    var text2: String?
    var place3: URL?
    var bytes4: Data?
    var date5: Date
    var level6: RandomLevel
    var link2: [Shape4C] = []
    var link3: Shape4C?
    @Relationship(inverse: \Shape4A.link4) var back4: [Shape4A] = []

    init() {
        date5 = Date.start
        level6 = RandomLevel.low
    }
}

extension GeneratedModels {
    static func shape4B() -> ModelShape<Shape4B> {
        ModelShape(
            name: "Shape4B",
            make: { Shape4B() },
            properties: [
                ValueProperty("place1", \Shape4B.place1),
                ValueProperty("text2", \Shape4B.text2),
                ValueProperty("place3", \Shape4B.place3),
                ValueProperty("bytes4", \Shape4B.bytes4),
                ValueProperty("date5", \Shape4B.date5),
                ValueProperty("level6", \Shape4B.level6),
                ListProperty("link2", \Shape4B.link2, isFilled: true, shape4C),
                LinkProperty("link3", \Shape4B.link3, isFilled: true, shape4C),
                ListProperty("back4", \Shape4B.back4, isFilled: false, shape4A),
            ],
            farOrders: [
                FarOrder("link3?.back1?.code3", \Shape4B.link3?.back1?.code3),
                FarOrder("link3?.back3?.date5", \Shape4B.link3?.back3?.date5),
                FarOrder("link3?.back3?.text2", \Shape4B.link3?.back3?.text2),
                FarOrder("link3?.flag5", \Shape4B.link3?.flag5),
            ]
        )
    }
}

@Model final class Shape4C {
    var place1: URL?
    var serial2: UInt64 = 0
    var code3: UUID?
    var level4: RandomLevel
    var flag5: Bool?
    var place6: URL?
    var bytes7: Data?
    var words8: [String] = []
    @Relationship(inverse: \Shape4A.link1) var back1: Shape4A?
    @Relationship(inverse: \Shape4B.link2) var back2: [Shape4B] = []
    @Relationship(inverse: \Shape4B.link3) var back3: Shape4B?

    init() {
        level4 = RandomLevel.low
    }
}

extension GeneratedModels {
    static func shape4C() -> ModelShape<Shape4C> {
        ModelShape(
            name: "Shape4C",
            make: { Shape4C() },
            properties: [
                ValueProperty("place1", \Shape4C.place1),
                ValueProperty("serial2", \Shape4C.serial2),
                ValueProperty("code3", \Shape4C.code3),
                ValueProperty("level4", \Shape4C.level4),
                ValueProperty("flag5", \Shape4C.flag5),
                ValueProperty("place6", \Shape4C.place6),
                ValueProperty("bytes7", \Shape4C.bytes7),
                ValueProperty("words8", \Shape4C.words8),
                LinkProperty("back1", \Shape4C.back1, isFilled: false, shape4A),
                ListProperty("back2", \Shape4C.back2, isFilled: false, shape4B),
                LinkProperty("back3", \Shape4C.back3, isFilled: false, shape4B),
            ],
            farOrders: [
                FarOrder("back1?.link1?.serial2", \Shape4C.back1?.link1?.serial2),
                FarOrder("back3?.date5", \Shape4C.back3?.date5),
                FarOrder("back3?.link3?.flag5", \Shape4C.back3?.link3?.flag5),
                FarOrder("back3?.link3?.serial2", \Shape4C.back3?.link3?.serial2),
            ]
        )
    }
}

@Model class Shape5A {
    var words1: [String] = []
    var numbers2: [Int]?
    var ratio3: Double = 0
    var mood4: RandomMood = RandomMood.calm
    var ratio5: Double?
    var date6: Date = Date.start
    var date7: Date = Date.start
    var whole8: Int = 0
    @Relationship(inverse: \Shape5B.link1) var back1: Shape5B?
    var link2: Shape5C?

    init() {}
}

extension GeneratedModels {
    static func shape5A() -> ModelShape<Shape5A> {
        ModelShape(
            name: "Shape5A",
            make: { Shape5A() },
            properties: [
                ValueProperty("words1", \Shape5A.words1),
                ValueProperty("numbers2", \Shape5A.numbers2),
                ValueProperty("ratio3", \Shape5A.ratio3),
                ValueProperty("mood4", \Shape5A.mood4),
                ValueProperty("ratio5", \Shape5A.ratio5),
                ValueProperty("date6", \Shape5A.date6),
                ValueProperty("date7", \Shape5A.date7),
                ValueProperty("whole8", \Shape5A.whole8),
                LinkProperty("back1", \Shape5A.back1, isFilled: false, shape5B),
                LinkProperty("link2", \Shape5A.link2, isFilled: true, shape5C),
            ],
            farOrders: [
                FarOrder("back1?.link3?.ratio3", \Shape5A.back1?.link3?.ratio3),
                FarOrder("back1?.ratio3", \Shape5A.back1?.ratio3),
                FarOrder("back1?.serial4", \Shape5A.back1?.serial4),
                FarOrder("link2?.ownFlag3", \Shape5A.link2?.ownFlag3),
            ]
        )
    }
}

@Model final class Shape5B {
    #Index<Shape5B>([\.level2], [\.short5], [\.level7])
    var date1: Date
    var level2: RandomLevel
    var ratio3: Double
    var serial4: UInt64 = 0
    var short5: Int16?
    var code6: UUID = UUID.zero
    var level7: RandomLevel
    var ratio8: Double = 0
    var link1: Shape5A?
    var link3: Shape5B?
    @Relationship(inverse: \Shape5B.link3) var back3: [Shape5B] = []

    init() {
        date1 = Date.start
        level2 = RandomLevel.low
        ratio3 = 0
        level7 = RandomLevel.low
    }
}

extension GeneratedModels {
    static func shape5B() -> ModelShape<Shape5B> {
        ModelShape(
            name: "Shape5B",
            make: { Shape5B() },
            properties: [
                ValueProperty("date1", \Shape5B.date1),
                ValueProperty("level2", \Shape5B.level2),
                ValueProperty("ratio3", \Shape5B.ratio3),
                ValueProperty("serial4", \Shape5B.serial4),
                ValueProperty("short5", \Shape5B.short5),
                ValueProperty("code6", \Shape5B.code6),
                ValueProperty("level7", \Shape5B.level7),
                ValueProperty("ratio8", \Shape5B.ratio8),
                LinkProperty("link1", \Shape5B.link1, isFilled: true, shape5A),
                LinkProperty("link3", \Shape5B.link3, isFilled: true, shape5B),
                ListProperty("back3", \Shape5B.back3, isFilled: false, shape5B),
            ],
            farOrders: [
                FarOrder("link1?.date7", \Shape5B.link1?.date7),
                FarOrder("link1?.link2?.whole8", \Shape5B.link1?.link2?.whole8),
                FarOrder("link3?.link1?.ratio3", \Shape5B.link3?.link1?.ratio3),
                FarOrder("link3?.link3?.ratio3", \Shape5B.link3?.link3?.ratio3),
            ]
        )
    }
}

@Model final class Shape5C: Shape5A {
    var ownLevel1: RandomLevel?
    var ownTitle2: String = ""
    var ownFlag3: Bool
    var ownLevel4: RandomLevel
    var ownLevel5: RandomLevel?

    override init() {
        ownFlag3 = false
        ownLevel4 = RandomLevel.low
        super.init()
    }
}

extension GeneratedModels {
    static func shape5C() -> ModelShape<Shape5C> {
        ModelShape(
            name: "Shape5C",
            make: { Shape5C() },
            properties: [
                ValueProperty("words1", \Shape5C.words1),
                ValueProperty("numbers2", \Shape5C.numbers2),
                ValueProperty("ratio3", \Shape5C.ratio3),
                ValueProperty("mood4", \Shape5C.mood4),
                ValueProperty("ratio5", \Shape5C.ratio5),
                ValueProperty("date6", \Shape5C.date6),
                ValueProperty("date7", \Shape5C.date7),
                ValueProperty("whole8", \Shape5C.whole8),
                ValueProperty("ownLevel1", \Shape5C.ownLevel1),
                ValueProperty("ownTitle2", \Shape5C.ownTitle2),
                ValueProperty("ownFlag3", \Shape5C.ownFlag3),
                ValueProperty("ownLevel4", \Shape5C.ownLevel4),
                ValueProperty("ownLevel5", \Shape5C.ownLevel5),
                LinkProperty("back1", \Shape5C.back1, isFilled: false, shape5B),
                LinkProperty("link2", \Shape5C.link2, isFilled: true, shape5C),
            ],
            farOrders: [
                FarOrder("link2?.back1?.code6", \Shape5C.link2?.back1?.code6),
                FarOrder("link2?.back1?.short5", \Shape5C.link2?.back1?.short5),
                FarOrder("link2?.date6", \Shape5C.link2?.date6),
                FarOrder("link2?.link2?.date6", \Shape5C.link2?.link2?.date6),
            ]
        )
    }
}

@Model final class Shape6A {
    #Index<Shape6A>([\.level1], [\.text2], [\.bytes3])
    var level1: RandomLevel?
    var text2: String?
    var bytes3: Data
    var mood4: RandomMood = RandomMood.calm
    var place5: URL?
    var link1: Shape6C?

    init() {
        bytes3 = Data()
    }
}

extension GeneratedModels {
    static func shape6A() -> ModelShape<Shape6A> {
        ModelShape(
            name: "Shape6A",
            make: { Shape6A() },
            properties: [
                ValueProperty("level1", \Shape6A.level1),
                ValueProperty("text2", \Shape6A.text2),
                ValueProperty("bytes3", \Shape6A.bytes3),
                ValueProperty("mood4", \Shape6A.mood4),
                ValueProperty("place5", \Shape6A.place5),
                LinkProperty("link1", \Shape6A.link1, isFilled: true, shape6C),
            ],
            farOrders: [
                FarOrder("link1?.flag2", \Shape6A.link1?.flag2),
                FarOrder("link1?.link3?.flag2", \Shape6A.link1?.link3?.flag2),
                FarOrder("link1?.link4?.flag2", \Shape6A.link1?.link4?.flag2),
            ]
        )
    }
}

@Model final class Shape6B {
    var level1: RandomLevel
    var code2: UUID?
    var title3: String
    var level4: RandomLevel?
    var link2: Shape6A?

    init() {
        level1 = RandomLevel.low
        title3 = ""
    }
}

extension GeneratedModels {
    static func shape6B() -> ModelShape<Shape6B> {
        ModelShape(
            name: "Shape6B",
            make: { Shape6B() },
            properties: [
                ValueProperty("level1", \Shape6B.level1),
                ValueProperty("code2", \Shape6B.code2),
                ValueProperty("title3", \Shape6B.title3),
                ValueProperty("level4", \Shape6B.level4),
                LinkProperty("link2", \Shape6B.link2, isFilled: true, shape6A),
            ],
            farOrders: [
                FarOrder("link2?.link1?.flag2", \Shape6B.link2?.link1?.flag2),
                FarOrder("link2?.text2", \Shape6B.link2?.text2),
            ]
        )
    }
}

@Model final class Shape6C {
    var level1: RandomLevel = RandomLevel.low
    var flag2: Bool = false
    var numbers3: [Int]?
    var words4: [String]
    var numbers5: [Int]?
    var level6: RandomLevel
    @Relationship(inverse: \Shape6A.link1) var back1: [Shape6A] = []
    var link3: Shape6C?
    var link4: Shape6C?

    init() {
        words4 = []
        level6 = RandomLevel.low
    }
}

extension GeneratedModels {
    static func shape6C() -> ModelShape<Shape6C> {
        ModelShape(
            name: "Shape6C",
            make: { Shape6C() },
            properties: [
                ValueProperty("level1", \Shape6C.level1),
                ValueProperty("flag2", \Shape6C.flag2),
                ValueProperty("numbers3", \Shape6C.numbers3),
                ValueProperty("words4", \Shape6C.words4),
                ValueProperty("numbers5", \Shape6C.numbers5),
                ValueProperty("level6", \Shape6C.level6),
                ListProperty("back1", \Shape6C.back1, isFilled: false, shape6A),
                LinkProperty("link3", \Shape6C.link3, isFilled: true, shape6C),
                LinkProperty("link4", \Shape6C.link4, isFilled: true, shape6C),
            ],
            farOrders: [
                FarOrder("link3?.link3?.flag2", \Shape6C.link3?.link3?.flag2),
                FarOrder("link3?.link4?.flag2", \Shape6C.link3?.link4?.flag2),
                FarOrder("link4?.flag2", \Shape6C.link4?.flag2),
                FarOrder("link4?.link3?.flag2", \Shape6C.link4?.link3?.flag2),
            ]
        )
    }
}
