import Foundation

/// A value of a property list whose kind a decoder can tell, and which holds no others.
///
/// Numbers are none: a whole one can be asked for as an integer and as a real number, and must be written back as it was.
struct PlainSetting: Decodable {
    let value: Any

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let data = try? container.decode(Data.self) {
            value = data
        } else if let text = try? container.decode(String.self) {
            value = text
        } else if let bool = try? container.decode(Bool.self) {
            value = bool
        } else {
            value = try container.decode(Date.self)
        }
    }
}
