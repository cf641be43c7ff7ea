@Model final class Nothing {
    init() {}
}
