/// What is written at an idea and not kept yet, and what the idea said when it was begun.
struct UnsavedText: Equatable, Sendable {
    var title = ""
    var details = ""
    var baseTitle = ""
    var baseDetails = ""
}

extension IdeaEditor {
    /// What would be lost if the window were closed; nil where all is kept.
    var unsaved: UnsavedText? {
        guard isDirty else { return nil }
        return UnsavedText(title: title, details: details, baseTitle: shown.title, baseDetails: shown.details)
    }
}

/// An idea cannot be left: what is written at it is not kept, and must be decided first.
struct UnsavedEdit: Error, Equatable {
    /// The idea's title, as it is kept.
    let title: String
}
