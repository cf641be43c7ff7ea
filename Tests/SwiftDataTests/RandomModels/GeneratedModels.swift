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
    #Index<Shape1A>([\.small1], [\.title2], [\.small4], [\.code5])
    var small1: Int32
    var title2: String?
    var words3: [String] = []
    var small4: Int32?
    var code5: UUID = UUID.zero
    var marks6: Set<Int>?
    var link1: Shape1B?
    @Relationship(inverse: \Shape1B.link2) var back2: Shape1B?
    var link4: [Shape1B] = []

    init() {
        small1 = 0
    }
}

extension GeneratedModels {
    static func shape1A() -> ModelShape<Shape1A> {
        ModelShape(
            name: "Shape1A",
            make: { Shape1A() },
            properties: [
                ValueProperty("small1", \Shape1A.small1),
                ValueProperty("title2", \Shape1A.title2),
                ValueProperty("words3", \Shape1A.words3),
                ValueProperty("small4", \Shape1A.small4),
                ValueProperty("code5", \Shape1A.code5),
                ValueProperty("marks6", \Shape1A.marks6),
                LinkProperty("link1", \Shape1A.link1, isFilled: true, shape1B),
                LinkProperty("back2", \Shape1A.back2, isFilled: false, shape1B),
                ListProperty("link4", \Shape1A.link4, isFilled: true, shape1B),
            ],
            farOrders: [
                FarOrder("back2?.link3?.small4", \Shape1A.back2?.link3?.small4),
                FarOrder("back2?.text5", \Shape1A.back2?.text5),
                FarOrder("link1?.link2?.code5", \Shape1A.link1?.link2?.code5),
                FarOrder("link1?.link3?.title2", \Shape1A.link1?.link3?.title2),
            ]
        )
    }
}

@Model final class Shape1B {
    #Index<Shape1B>([\.date1], [\.title4])
    var date1: Date?
    var marks2: Set<Int>
    var level3: RandomLevel?
    var title4: String
    var text5: String?
    var sign6: RandomSign?
    @Relationship(inverse: \Shape1A.link1) var back1: [Shape1A] = []
    var link2: Shape1A?
    var link3: Shape1C?
    @Relationship(inverse: \Shape1A.link4) var back4: [Shape1A] = []

    init() {
        marks2 = []
        title4 = ""
    }
}

extension GeneratedModels {
    static func shape1B() -> ModelShape<Shape1B> {
        ModelShape(
            name: "Shape1B",
            make: { Shape1B() },
            properties: [
                ValueProperty("date1", \Shape1B.date1),
                ValueProperty("marks2", \Shape1B.marks2),
                ValueProperty("level3", \Shape1B.level3),
                ValueProperty("title4", \Shape1B.title4),
                ValueProperty("text5", \Shape1B.text5),
                ValueProperty("sign6", \Shape1B.sign6),
                ListProperty("back1", \Shape1B.back1, isFilled: false, shape1A),
                LinkProperty("link2", \Shape1B.link2, isFilled: true, shape1A),
                LinkProperty("link3", \Shape1B.link3, isFilled: true, shape1C),
                ListProperty("back4", \Shape1B.back4, isFilled: false, shape1A),
            ],
            farOrders: [
                FarOrder("link2?.code5", \Shape1B.link2?.code5),
                FarOrder("link3?.back2?.text5", \Shape1B.link3?.back2?.text5),
                FarOrder("link3?.ownSmall4", \Shape1B.link3?.ownSmall4),
                FarOrder("link3?.ownWhole1", \Shape1B.link3?.ownWhole1),
            ]
        )
    }
}

@Model final class Shape1C: Shape1A {
    var ownWhole1: Int
    var ownCode2: UUID
    var ownRatio3: Double = 0
    var ownSmall4: Int32?
    @Relationship(inverse: \Shape1B.link3) var back3: [Shape1B] = []

    override init() {
        ownWhole1 = 0
        ownCode2 = UUID.zero
        super.init()
    }
}

extension GeneratedModels {
    static func shape1C() -> ModelShape<Shape1C> {
        ModelShape(
            name: "Shape1C",
            make: { Shape1C() },
            properties: [
                ValueProperty("small1", \Shape1C.small1),
                ValueProperty("title2", \Shape1C.title2),
                ValueProperty("words3", \Shape1C.words3),
                ValueProperty("small4", \Shape1C.small4),
                ValueProperty("code5", \Shape1C.code5),
                ValueProperty("marks6", \Shape1C.marks6),
                ValueProperty("ownWhole1", \Shape1C.ownWhole1),
                ValueProperty("ownCode2", \Shape1C.ownCode2),
                ValueProperty("ownRatio3", \Shape1C.ownRatio3),
                ValueProperty("ownSmall4", \Shape1C.ownSmall4),
                LinkProperty("link1", \Shape1C.link1, isFilled: true, shape1B),
                LinkProperty("back2", \Shape1C.back2, isFilled: false, shape1B),
                ListProperty("link4", \Shape1C.link4, isFilled: true, shape1B),
                ListProperty("back3", \Shape1C.back3, isFilled: false, shape1B),
            ],
            farOrders: [
                FarOrder("back2?.link2?.small1", \Shape1C.back2?.link2?.small1),
                FarOrder("back2?.text5", \Shape1C.back2?.text5),
                FarOrder("link1?.link2?.title2", \Shape1C.link1?.link2?.title2),
                FarOrder("link1?.link3?.ownRatio3", \Shape1C.link1?.link3?.ownRatio3),
            ]
        )
    }
}

@Model final class Shape2A {
    var numbers1: [Int]?
    var price2: Decimal = 0
    var words3: [String]?
    var whole4: Int
    var ratio5: Double = 0
    var table6: [String: Int] = [:]
    var short7: Int16?
    var link1: Shape2A?
    @Relationship(inverse: \Shape2A.link1) var back1: [Shape2A] = []
    var link2: Shape2B?

    init() {
        whole4 = 0
    }
}

extension GeneratedModels {
    static func shape2A() -> ModelShape<Shape2A> {
        ModelShape(
            name: "Shape2A",
            make: { Shape2A() },
            properties: [
                ValueProperty("numbers1", \Shape2A.numbers1),
                ValueProperty("price2", \Shape2A.price2),
                ValueProperty("words3", \Shape2A.words3),
                ValueProperty("whole4", \Shape2A.whole4),
                ValueProperty("ratio5", \Shape2A.ratio5),
                ValueProperty("table6", \Shape2A.table6),
                ValueProperty("short7", \Shape2A.short7),
                LinkProperty("link1", \Shape2A.link1, isFilled: true, shape2A),
                ListProperty("back1", \Shape2A.back1, isFilled: false, shape2A),
                LinkProperty("link2", \Shape2A.link2, isFilled: true, shape2B),
            ],
            farOrders: [
                FarOrder("link1?.link1?.price2", \Shape2A.link1?.link1?.price2),
                FarOrder("link1?.link2?.date1", \Shape2A.link1?.link2?.date1),
                FarOrder("link1?.link2?.serial5", \Shape2A.link1?.link2?.serial5),
                FarOrder("link1?.short7", \Shape2A.link1?.short7),
            ]
        )
    }
}

@Model final class Shape2B {
    var date1: Date
    var place2: URL?
    var mood3: RandomMood?
    var sign4: RandomSign?
    var serial5: UInt64?
    var text6: String?
    @Relationship(inverse: \Shape2C.link4) var back4: [Shape2C] = []

    init() {
        date1 = Date.start
    }
}

extension GeneratedModels {
    static func shape2B() -> ModelShape<Shape2B> {
        ModelShape(
            name: "Shape2B",
            make: { Shape2B() },
            properties: [
                ValueProperty("date1", \Shape2B.date1),
                ValueProperty("place2", \Shape2B.place2),
                ValueProperty("mood3", \Shape2B.mood3),
                ValueProperty("sign4", \Shape2B.sign4),
                ValueProperty("serial5", \Shape2B.serial5),
                ValueProperty("text6", \Shape2B.text6),
                ListProperty("back4", \Shape2B.back4, isFilled: false, shape2C),
            ]
        )
    }
}

@Model final class Shape2C {
    var date1: Date = Date.start
    var text2: String?
    var small3: Int32?
    var serial4: UInt64 = 0
    var link3: Shape2B?
    var link4: [Shape2B] = []

    init() {}
}

extension GeneratedModels {
    static func shape2C() -> ModelShape<Shape2C> {
        ModelShape(
            name: "Shape2C",
            make: { Shape2C() },
            properties: [
                ValueProperty("date1", \Shape2C.date1),
                ValueProperty("text2", \Shape2C.text2),
                ValueProperty("small3", \Shape2C.small3),
                ValueProperty("serial4", \Shape2C.serial4),
                LinkProperty("link3", \Shape2C.link3, isFilled: true, shape2B),
                ListProperty("link4", \Shape2C.link4, isFilled: true, shape2B),
            ],
            farOrders: [
                FarOrder("link3?.date1", \Shape2C.link3?.date1),
                FarOrder("link3?.serial5", \Shape2C.link3?.serial5),
                FarOrder("link3?.text6", \Shape2C.link3?.text6),
            ]
        )
    }
}

@Model class Shape3A {
    #Index<Shape3A>([\.whole1], [\.small6])
    var whole1: Int = 0
    var table2: [String: Int] = [:]
    var mood3: RandomMood?
    var serial4: UInt64?
    var sign5: RandomSign?
    var small6: Int32
    var small7: Int32 = 0
    var link2: Shape3A?
    var link3: Shape3A?

    init() {
        small6 = 0
    }
}

extension GeneratedModels {
    static func shape3A() -> ModelShape<Shape3A> {
        ModelShape(
            name: "Shape3A",
            make: { Shape3A() },
            properties: [
                ValueProperty("whole1", \Shape3A.whole1),
                ValueProperty("table2", \Shape3A.table2),
                ValueProperty("mood3", \Shape3A.mood3),
                ValueProperty("serial4", \Shape3A.serial4),
                ValueProperty("sign5", \Shape3A.sign5),
                ValueProperty("small6", \Shape3A.small6),
                ValueProperty("small7", \Shape3A.small7),
                LinkProperty("link2", \Shape3A.link2, isFilled: true, shape3A),
                LinkProperty("link3", \Shape3A.link3, isFilled: true, shape3A),
            ],
            farOrders: [
                FarOrder("link2?.serial4", \Shape3A.link2?.serial4),
                FarOrder("link3?.link2?.serial4", \Shape3A.link3?.link2?.serial4),
                FarOrder("link3?.link3?.small6", \Shape3A.link3?.link3?.small6),
                FarOrder("link3?.link3?.whole1", \Shape3A.link3?.link3?.whole1),
            ]
        )
    }
}

@Model final class Shape3B {
    var date1: Date = Date.start
    var numbers2: [Int]?
    var text3: String?
    var share4: Float?
    @Relationship(inverse: \Shape3C.link1) var back1: [Shape3C] = []

    init() {}
}

extension GeneratedModels {
    static func shape3B() -> ModelShape<Shape3B> {
        ModelShape(
            name: "Shape3B",
            make: { Shape3B() },
            properties: [
                ValueProperty("date1", \Shape3B.date1),
                ValueProperty("numbers2", \Shape3B.numbers2),
                ValueProperty("text3", \Shape3B.text3),
                ValueProperty("share4", \Shape3B.share4),
                ListProperty("back1", \Shape3B.back1, isFilled: false, shape3C),
            ]
        )
    }
}

@Model final class Shape3C: Shape3A {
    var ownMood1: RandomMood
    var ownTitle2: String = ""
    var ownTitle3: String?
    var ownBytes4: Data = Data()
    var ownSerial5: UInt64 = 0
    var ownTitle6: String
    var link1: [Shape3B] = []
    var link4: Shape3B?

    override init() {
        ownMood1 = RandomMood.calm
        ownTitle6 = ""
        super.init()
    }
}

extension GeneratedModels {
    static func shape3C() -> ModelShape<Shape3C> {
        ModelShape(
            name: "Shape3C",
            make: { Shape3C() },
            properties: [
                ValueProperty("whole1", \Shape3C.whole1),
                ValueProperty("table2", \Shape3C.table2),
                ValueProperty("mood3", \Shape3C.mood3),
                ValueProperty("serial4", \Shape3C.serial4),
                ValueProperty("sign5", \Shape3C.sign5),
                ValueProperty("small6", \Shape3C.small6),
                ValueProperty("small7", \Shape3C.small7),
                ValueProperty("ownMood1", \Shape3C.ownMood1),
                ValueProperty("ownTitle2", \Shape3C.ownTitle2),
                ValueProperty("ownTitle3", \Shape3C.ownTitle3),
                ValueProperty("ownBytes4", \Shape3C.ownBytes4),
                ValueProperty("ownSerial5", \Shape3C.ownSerial5),
                ValueProperty("ownTitle6", \Shape3C.ownTitle6),
                LinkProperty("link2", \Shape3C.link2, isFilled: true, shape3A),
                LinkProperty("link3", \Shape3C.link3, isFilled: true, shape3A),
                ListProperty("link1", \Shape3C.link1, isFilled: true, shape3B),
                LinkProperty("link4", \Shape3C.link4, isFilled: true, shape3B),
            ],
            farOrders: [
                FarOrder("link2?.link2?.whole1", \Shape3C.link2?.link2?.whole1),
                FarOrder("link2?.link3?.small7", \Shape3C.link2?.link3?.small7),
                FarOrder("link2?.link3?.whole1", \Shape3C.link2?.link3?.whole1),
                FarOrder("link3?.link3?.whole1", \Shape3C.link3?.link3?.whole1),
            ]
        )
    }
}

@Model final class Shape4A {
    #Index<Shape4A>([\.title4])
    var text1: String?
    var spot2: RandomSpot = RandomSpot.origin
    var numbers3: [Int]?
    var title4: String?
    var title5: String?
    var level6: RandomLevel?
    var words7: [String]
    var table8: [String: Int] = [:]
    @Relationship(inverse: \Shape4C.link2) var back2: [Shape4C] = []
    var link3: Shape4C?

    init() {
        words7 = []
    }
}

extension GeneratedModels {
    static func shape4A() -> ModelShape<Shape4A> {
        ModelShape(
            name: "Shape4A",
            make: { Shape4A() },
            properties: [
                ValueProperty("text1", \Shape4A.text1),
                ValueProperty("spot2", \Shape4A.spot2),
                ValueProperty("numbers3", \Shape4A.numbers3),
                ValueProperty("title4", \Shape4A.title4),
                ValueProperty("title5", \Shape4A.title5),
                ValueProperty("level6", \Shape4A.level6),
                ValueProperty("words7", \Shape4A.words7),
                ValueProperty("table8", \Shape4A.table8),
                ListProperty("back2", \Shape4A.back2, isFilled: false, shape4C),
                LinkProperty("link3", \Shape4A.link3, isFilled: true, shape4C),
            ],
            farOrders: [
                FarOrder("link3?.link1?.share7", \Shape4A.link3?.link1?.share7),
                FarOrder("link3?.serial4", \Shape4A.link3?.serial4),
                FarOrder("link3?.share7", \Shape4A.link3?.share7),
                FarOrder("link3?.whole8", \Shape4A.link3?.whole8),
            ]
        )
    }
}

@Model final class Shape4B {
    #Index<Shape4B>([\.mood1], [\.price4], [\.level6], [\.level7])
    var mood1: RandomMood = RandomMood.calm
    var marks2: Set<Int>?
    var whole3: Int
    var price4: Decimal?
    var spot5: RandomSpot
    var level6: RandomLevel?
    var level7: RandomLevel?

    init() {
        whole3 = 0
        spot5 = RandomSpot.origin
    }
}

extension GeneratedModels {
    static func shape4B() -> ModelShape<Shape4B> {
        ModelShape(
            name: "Shape4B",
            make: { Shape4B() },
            properties: [
                ValueProperty("mood1", \Shape4B.mood1),
                ValueProperty("marks2", \Shape4B.marks2),
                ValueProperty("whole3", \Shape4B.whole3),
                ValueProperty("price4", \Shape4B.price4),
                ValueProperty("spot5", \Shape4B.spot5),
                ValueProperty("level6", \Shape4B.level6),
                ValueProperty("level7", \Shape4B.level7),
            ]
        )
    }
}

@Model final class Shape4C {
    var level1: RandomLevel
    var words2: [String]?
    var title3: String
    var serial4: UInt64
    var numbers5: [Int] = []
    var numbers6: [Int]?
    var share7: Float?
    var whole8: Int?
    var link1: Shape4C?
    var link2: [Shape4A] = []
    @Relationship(inverse: \Shape4A.link3) var back3: [Shape4A] = []

    init() {
        level1 = RandomLevel.low
        title3 = ""
        serial4 = 0
    }
}

extension GeneratedModels {
    static func shape4C() -> ModelShape<Shape4C> {
        ModelShape(
            name: "Shape4C",
            make: { Shape4C() },
            properties: [
                ValueProperty("level1", \Shape4C.level1),
                ValueProperty("words2", \Shape4C.words2),
                ValueProperty("title3", \Shape4C.title3),
                ValueProperty("serial4", \Shape4C.serial4),
                ValueProperty("numbers5", \Shape4C.numbers5),
                ValueProperty("numbers6", \Shape4C.numbers6),
                ValueProperty("share7", \Shape4C.share7),
                ValueProperty("whole8", \Shape4C.whole8),
                LinkProperty("link1", \Shape4C.link1, isFilled: true, shape4C),
                ListProperty("link2", \Shape4C.link2, isFilled: true, shape4A),
                ListProperty("back3", \Shape4C.back3, isFilled: false, shape4A),
            ],
            farOrders: [
                FarOrder("link1?.link1?.serial4", \Shape4C.link1?.link1?.serial4),
                FarOrder("link1?.serial4", \Shape4C.link1?.serial4),
                FarOrder("link1?.title3", \Shape4C.link1?.title3),
                FarOrder("link1?.whole8", \Shape4C.link1?.whole8),
            ]
        )
    }
}

@Model final class Shape5A {
    var small1: Int32
    var small2: Int32?
    var numbers3: [Int] = []
    var share4: Float = 0
    var mood5: RandomMood?
    var spot6: RandomSpot = RandomSpot.origin
    var code7: UUID
    var flag8: Bool
    var link1: Shape5C?
    var link2: Shape5A?
    @Relationship(inverse: \Shape5C.link3) var back3: Shape5C?

    init() {
        small1 = 0
        code7 = UUID.zero
        flag8 = false
    }
}

extension GeneratedModels {
    static func shape5A() -> ModelShape<Shape5A> {
        ModelShape(
            name: "Shape5A",
            make: { Shape5A() },
            properties: [
                ValueProperty("small1", \Shape5A.small1),
                ValueProperty("small2", \Shape5A.small2),
                ValueProperty("numbers3", \Shape5A.numbers3),
                ValueProperty("share4", \Shape5A.share4),
                ValueProperty("mood5", \Shape5A.mood5),
                ValueProperty("spot6", \Shape5A.spot6),
                ValueProperty("code7", \Shape5A.code7),
                ValueProperty("flag8", \Shape5A.flag8),
                LinkProperty("link1", \Shape5A.link1, isFilled: true, shape5C),
                LinkProperty("link2", \Shape5A.link2, isFilled: true, shape5A),
                LinkProperty("back3", \Shape5A.back3, isFilled: false, shape5C),
            ],
            farOrders: [
                FarOrder("link1?.link3?.share4", \Shape5A.link1?.link3?.share4),
                FarOrder("link1?.link4?.ratio5", \Shape5A.link1?.link4?.ratio5),
                FarOrder("link1?.link4?.text6", \Shape5A.link1?.link4?.text6),
                FarOrder("link2?.link2?.small1", \Shape5A.link2?.link2?.small1),
            ]
        )
    }
}

@Model final class Shape5B {
    #Index<Shape5B>([\.serial2], [\.small7])
    var marks1: Set<Int>?
    var serial2: UInt64 = 0
    var words3: [String]
    var marks4: Set<Int>
    var ratio5: Double = 0
    var text6: String = ""
    var small7: Int32 = 0

    init() {
        words3 = []
        marks4 = []
    }
}

extension GeneratedModels {
    static func shape5B() -> ModelShape<Shape5B> {
        ModelShape(
            name: "Shape5B",
            make: { Shape5B() },
            properties: [
                ValueProperty("marks1", \Shape5B.marks1),
                ValueProperty("serial2", \Shape5B.serial2),
                ValueProperty("words3", \Shape5B.words3),
                ValueProperty("marks4", \Shape5B.marks4),
                ValueProperty("ratio5", \Shape5B.ratio5),
                ValueProperty("text6", \Shape5B.text6),
                ValueProperty("small7", \Shape5B.small7),
            ]
        )
    }
}

@Model final class Shape5C {
    var spot1: RandomSpot?
    var whole2: Int = 0
    var words3: [String]
    var mood4: RandomMood
    var place5: URL?
    var numbers6: [Int]?
    var link3: Shape5A?
    var link4: Shape5B?

    init() {
        words3 = []
        mood4 = RandomMood.calm
    }
}

extension GeneratedModels {
    static func shape5C() -> ModelShape<Shape5C> {
        ModelShape(
            name: "Shape5C",
            make: { Shape5C() },
            properties: [
                ValueProperty("spot1", \Shape5C.spot1),
                ValueProperty("whole2", \Shape5C.whole2),
                ValueProperty("words3", \Shape5C.words3),
                ValueProperty("mood4", \Shape5C.mood4),
                ValueProperty("place5", \Shape5C.place5),
                ValueProperty("numbers6", \Shape5C.numbers6),
                LinkProperty("link3", \Shape5C.link3, isFilled: true, shape5A),
                LinkProperty("link4", \Shape5C.link4, isFilled: true, shape5B),
            ],
            farOrders: [
                FarOrder("link3?.code7", \Shape5C.link3?.code7),
                FarOrder("link3?.link2?.small1", \Shape5C.link3?.link2?.small1),
                FarOrder("link3?.share4", \Shape5C.link3?.share4),
                FarOrder("link3?.small2", \Shape5C.link3?.small2),
            ]
        )
    }
}

@Model final class Shape6A {
    #Index<Shape6A>([\.share2])
    var numbers1: [Int]?
    var share2: Float?
    var title3: String
    var marks4: Set<Int>
    var share5: Float
    var link2: [Shape6C] = []

    init() {
        title3 = ""
        marks4 = []
        share5 = 0
    }
}

extension GeneratedModels {
    static func shape6A() -> ModelShape<Shape6A> {
        ModelShape(
            name: "Shape6A",
            make: { Shape6A() },
            properties: [
                ValueProperty("numbers1", \Shape6A.numbers1),
                ValueProperty("share2", \Shape6A.share2),
                ValueProperty("title3", \Shape6A.title3),
                ValueProperty("marks4", \Shape6A.marks4),
                ValueProperty("share5", \Shape6A.share5),
                ListProperty("link2", \Shape6A.link2, isFilled: true, shape6C),
            ]
        )
    }
}

@Model final class Shape6B {
    var small1: Int32 = 0
    var marks2: Set<Int> = []
    var serial3: UInt64
    var short4: Int16?
    @Relationship(inverse: \Shape6C.link1) var back1: [Shape6C] = []

    init() {
        serial3 = 0
    }
}

extension GeneratedModels {
    static func shape6B() -> ModelShape<Shape6B> {
        ModelShape(
            name: "Shape6B",
            make: { Shape6B() },
            properties: [
                ValueProperty("small1", \Shape6B.small1),
                ValueProperty("marks2", \Shape6B.marks2),
                ValueProperty("serial3", \Shape6B.serial3),
                ValueProperty("short4", \Shape6B.short4),
                ListProperty("back1", \Shape6B.back1, isFilled: false, shape6C),
            ]
        )
    }
}

@Model final class Shape6C {
    var marks1: Set<Int> = []
    var bytes2: Data?
    var level3: RandomLevel
    var sign4: RandomSign
    var flag5: Bool = false
    var link1: [Shape6B] = []
    @Relationship(inverse: \Shape6A.link2) var back2: [Shape6A] = []
    var link3: Shape6A?

    init() {
        level3 = RandomLevel.low
        sign4 = RandomSign.none
    }
}

extension GeneratedModels {
    static func shape6C() -> ModelShape<Shape6C> {
        ModelShape(
            name: "Shape6C",
            make: { Shape6C() },
            properties: [
                ValueProperty("marks1", \Shape6C.marks1),
                ValueProperty("bytes2", \Shape6C.bytes2),
                ValueProperty("level3", \Shape6C.level3),
                ValueProperty("sign4", \Shape6C.sign4),
                ValueProperty("flag5", \Shape6C.flag5),
                ListProperty("link1", \Shape6C.link1, isFilled: true, shape6B),
                ListProperty("back2", \Shape6C.back2, isFilled: false, shape6A),
                LinkProperty("link3", \Shape6C.link3, isFilled: true, shape6A),
            ],
            farOrders: [
                FarOrder("link3?.share2", \Shape6C.link3?.share2),
                FarOrder("link3?.share5", \Shape6C.link3?.share5),
                FarOrder("link3?.title3", \Shape6C.link3?.title3),
            ]
        )
    }
}
