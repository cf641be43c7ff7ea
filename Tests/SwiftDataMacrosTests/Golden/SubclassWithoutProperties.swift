// inherits
@Model public final class Cat: Animal {
    public override init(name: String) { super.init(name: name) }
}
