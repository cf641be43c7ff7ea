import Foundation

/// Time zone files of one version of the database, so that no test depends on what governments decide.
///
/// `Scripts/make-zone-fixtures` writes them.
package enum ZoneFiles {
    /// The folder, as `TZDIR` names it.
    package static let folder = Bundle.module.bundleURL.appending(path: "ZoneFiles").path
}
