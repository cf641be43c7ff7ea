extension String {
    /// The sentence as a part of another: without the full stop at its end.
    package var withoutFullStop: String {
        guard let last, last == "." || last == "。" else { return self }
        return String(dropLast())
    }
}
