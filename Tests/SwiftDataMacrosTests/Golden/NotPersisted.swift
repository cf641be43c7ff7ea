// What is not stored in the object, or not to be kept, is left alone.
@Model final class Mixed {
    var title: String = ""
    @Transient var scratch = 1
    @SwiftData.Transient var other: Int?
    static let shared = 1
    static var counter = 0
    lazy var heavy = Heavy()
    var computed: Int { 1 }
    var both: Int {
        get { 1 }
        set {}
    }
    func method() {}
    init() {}
}
