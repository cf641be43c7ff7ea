// Constants have no setter.
@Model final class Constants {
    let code: Int
    let created: Date = Date()
    let note: String?
    init(code: Int, note: String?) {
        self.code = code
        self.note = note
    }
}
