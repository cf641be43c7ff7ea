/// The version of the app, as it names itself.
package enum IdeaBoxVersion {
    package static let current = "0.1.0"
}
