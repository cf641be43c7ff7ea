// inherits
@Model class Dog: Animal {
    var breed: String?
    var tricks = Trick.known()
    override init(name: String) { super.init(name: name) }
}
