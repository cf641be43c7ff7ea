// inherits
@Model final class Puppy: Dog, Named {
    var weeks: Int
    init(weeks: Int) {
        self.weeks = weeks
        super.init(name: "")
    }
}
