import Foundation

extension UUID {
    /// The namespace of the ids that IdeaBox makes from the content of an idea that came without one.
    static let ideaBoxNamespace = UUID(
        uuid: (0x6b, 0x1d, 0x8a, 0x52, 0x0c, 0x7e, 0x4f, 0x33, 0x9a, 0x41, 0x2e, 0xd5, 0x77, 0x90, 0xb3, 0xc8)
    )

    /// A UUID of version 5 (RFC 9562): the same name in the same namespace gives the same id on every device.
    init(namespace: UUID, name: String) {
        let space = withUnsafeBytes(of: namespace.uuid) { Array($0) }
        var bytes = Array(SHA1.hash(space + name.utf8).prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x50
        bytes[8] = bytes[8] & 0x3f | 0x80
        self.init(bytes: bytes)
    }

    /// The id of an idea that came without one: made from its text, so that two devices that read the same file do not
    /// double it.
    ///
    /// `occurrence` counts equal ideas of one file from 1.
    init(ideaTitle title: String, details: String, occurrence: Int = 1) {
        let suffix = occurrence > 1 ? "\u{1f}\(occurrence)" : ""
        self.init(namespace: .ideaBoxNamespace, name: "\(title)\u{1f}\(details)\(suffix)")
    }

    /// Takes sixteen bytes; missing ones are zero.
    private init(bytes: [UInt8]) {
        var value = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes.prefix($0.count)) }
        self.init(uuid: value)
    }
}
