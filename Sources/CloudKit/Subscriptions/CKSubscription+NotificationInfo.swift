import CloudKitWebServices
import Foundation

extension CKSubscription {
    /// How the user is told of what a subscription saw.
    public final class NotificationInfo: NSObject, NSCopying, @unchecked Sendable {
        /// The text.
        public var alertBody: String?
        /// The key of the text in the app's own languages.
        public var alertLocalizationKey: String?
        /// The fields whose values go into that text.
        public var alertLocalizationArgs: [CKRecord.FieldKey]?
        /// The title.
        public var title: String?
        /// The key of the button's text.
        public var alertActionLocalizationKey: String?
        /// The picture shown while the app starts.
        public var alertLaunchImage: String?
        /// The sound.
        public var soundName: String?
        /// The fields whose values are sent along, at most three.
        public var desiredKeys: [CKRecord.FieldKey]?
        /// Whether the app's badge counts up.
        public var shouldBadge = false
        /// Whether the app is woken without the user being told.
        public var shouldSendContentAvailable = false
        /// Whether the app may change the notification; not sent over this protocol.
        public var shouldSendMutableContent = false
        /// The category, which decides on the actions offered.
        public var category: String?

        /// Nothing that the user would notice.
        public override init() {}

        /// A copy.
        public func copy(with zone: NSZone? = nil) -> Any {
            let copy = NotificationInfo(wire)
            copy.title = title
            copy.shouldSendMutableContent = shouldSendMutableContent
            return copy
        }

        init(_ wire: WireNotificationInfo) {
            alertBody = wire.alertBody
            alertLocalizationKey = wire.alertLocalizationKey
            alertLocalizationArgs = wire.alertLocalizationArgs
            alertActionLocalizationKey = wire.alertActionLocalizationKey
            alertLaunchImage = wire.alertLaunchImage
            soundName = wire.soundName
            desiredKeys = wire.additionalFields
            shouldBadge = wire.shouldBadge ?? false
            shouldSendContentAvailable = wire.shouldSendContentAvailable ?? false
            category = wire.category
        }

        var wire: WireNotificationInfo {
            var wire = WireNotificationInfo()
            wire.alertBody = alertBody
            wire.alertLocalizationKey = alertLocalizationKey
            wire.alertLocalizationArgs = alertLocalizationArgs
            wire.alertActionLocalizationKey = alertActionLocalizationKey
            wire.alertLaunchImage = alertLaunchImage
            wire.soundName = soundName
            wire.additionalFields = desiredKeys
            wire.shouldBadge = shouldBadge ? true : nil
            wire.shouldSendContentAvailable = shouldSendContentAvailable ? true : nil
            wire.category = category
            return wire
        }
    }
}
