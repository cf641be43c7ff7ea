// What a query cannot be.
struct Shelf: View {
    @Query private var untyped
    @Query private var (a, b): ([Book], [Book])
    @Query var one: [Book], other: [Book]
}
// ---- expands to ----
// What a query cannot be.
struct Shelf: View {
    private var untyped
    private var (a, b): ([Book], [Book])
    var one: [Book], other: [Book]
}
// ---- reports ----
// 3:5 error: @Query needs a variable with a type, such as [Item].
// 4:5 error: @Query needs a variable with a type, such as [Item].
// 5:5 error: accessor macro can only be applied to a single variable
// 5:5 error: peer macro can only be applied to a single variable
