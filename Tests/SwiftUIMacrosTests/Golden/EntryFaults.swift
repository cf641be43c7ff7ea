// What an entry cannot be.
extension EnvironmentValues {
    @Entry var nothing: Int
    @Entry var one = 1, other = 2
}
// ---- expands to ----
// What an entry cannot be.
extension EnvironmentValues {
    var nothing: Int {
        get {
            self[__Key_nothing.self]
        }
        set {
            self[__Key_nothing.self] = newValue
        }
    }
    var one = 1, other = 2
}
// ---- reports ----
// 3:5 error: @Entry needs a default value.
// 4:5 error: accessor macro can only be applied to a single variable
// 4:5 error: peer macro can only be applied to a single variable
