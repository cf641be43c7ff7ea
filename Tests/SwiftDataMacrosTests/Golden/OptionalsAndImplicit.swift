// Optionals may be left out of an initializer; so may implicitly unwrapped ones.
@Model final class Optionals {
    var name: String?
    var forced: String!
    var friend: Optionals?
    var spelled: Optional<Int>
    init(spelled: Int?) { self.spelled = spelled }
}
