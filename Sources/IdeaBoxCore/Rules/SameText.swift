extension String {
    /// Whether both texts have the same bytes.
    func isSameText(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
