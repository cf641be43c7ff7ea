import Foundation
import SwiftData

/// A class that knows nothing of Codable, as UIColor does not.
final class PaintColor: NSObject {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    var hex: String {
        [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

final class PaintColorTransformer: ValueTransformer {
    static let name = NSValueTransformerName("PaintColorTransformer")

    static func register() {
        ValueTransformer.setValueTransformer(PaintColorTransformer(), forName: name)
    }

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let color = value as? PaintColor else { return nil }
        return Data([color.red, color.green, color.blue])
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data, data.count == 3 else { return nil }
        let bytes = [UInt8](data)
        return PaintColor(red: bytes[0], green: bytes[1], blue: bytes[2])
    }
}

@Model
final class Swatch {
    var name: String
    @Attribute(.transformable(by: PaintColorTransformer.self)) var color: PaintColor
    @Attribute(.transformable(by: "PaintColorTransformer")) var shadow: PaintColor?

    init(name: String, color: PaintColor) {
        self.name = name
        self.color = color
    }
}
