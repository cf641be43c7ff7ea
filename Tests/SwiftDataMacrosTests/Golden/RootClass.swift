// A class that a model inherits from.
@Model class Animal {
    var name: String
    var legs = 4
    init(name: String) { self.name = name }
}
