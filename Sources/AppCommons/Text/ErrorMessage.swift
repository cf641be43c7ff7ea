import Foundation

extension Error {
    /// What an error says by itself, without a full stop.
    ///
    /// Foundation has sentences for its own errors, and for all others the name of a type and a number: those describe
    /// themselves better.
    package var messageText: String {
        switch self {
        case let error as any LocalizedError: (error.errorDescription ?? String(describing: self)).withoutFullStop
        case is CocoaError, is POSIXError, is URLError:
            ((self as NSError).localizedFailureReason ?? localizedDescription).withoutFullStop
        case _ where type(of: self) is NSError.Type: localizedDescription.withoutFullStop
        default: String(describing: self).withoutFullStop
        }
    }
}
