import AppCommons
import Foundation

extension JSONText {
    mutating func add(_ name: String, _ value: Date?) {
        add(name, raw: value.map { "\"\(ISOTimestamp.text($0))\"" })
    }
}
