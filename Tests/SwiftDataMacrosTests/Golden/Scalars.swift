// Every type that lives in a typed slot.
@Model final class Everything {
    var flag: Bool
    var count: Int
    var small: Int8 = 1
    var unsigned: UInt64 = 2
    var ratio: Double = 1
    var single: Float = 0.5
    var text: String = ""
    var when: Foundation.Date
    var bytes: Data?
    var key: UUID
    var link: URL?
    var price: Decimal = 0
    var maybe: Optional<Swift.Int>
    init(flag: Bool, count: Int, when: Date, key: UUID, maybe: Int?) {
        self.flag = flag
        self.count = count
        self.when = when
        self.key = key
        self.maybe = maybe
    }
}
