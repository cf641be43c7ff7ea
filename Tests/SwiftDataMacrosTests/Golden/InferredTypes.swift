// Types that the initial value tells, and one that it does not.
@Model final class Inferred {
    var flag = true
    var count = 3
    var debt = -3
    var ratio = 0.5
    var text = "a \(1) b"
    var long = """
        lines
        """
    var when = Date()
    var now = Date.now
    var key = UUID()
    var names = [String]()
    var words = ["a", "b"]
    var table = [String: Int]()
    var set = Set<Int>()
    var forced = 0 as Double
    var rating = Rating.make()
    init() {}
}
