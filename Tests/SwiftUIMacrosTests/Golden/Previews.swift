// Nothing shows previews, so nothing is left of them.
#Preview {
    Text("A")
}
#Preview("Named", traits: .sizeThatFitsLayout) {
    Text("B")
}
// ---- expands to ----

