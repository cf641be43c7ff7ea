import AppCommons

extension IdeaSnapshot {
    /// The idea as one JSON object on one line, every field in its place; what is not known is `null`.
    var json: String { jsonObject.text }

    var jsonObject: JSONText {
        var object = JSONText()
        object.add("id", id.text)
        object.add("title", title)
        object.add("details", details)
        object.add("isCompleted", isCompleted)
        object.add("createdAt", createdAt)
        object.add("updatedAt", updatedAt)
        object.add("deviceId", deviceId)
        object.add("version", version)
        object.add("lastSyncedAt", lastSyncedAt)
        object.add("deletedAt", deletedAt)
        return object
    }
}
