// A variable of a preview stays as it is.
func body() {
    @Previewable @State var isOn = false
}
// ---- expands to ----
// A variable of a preview stays as it is.
func body() {
    @State var isOn = false
}
