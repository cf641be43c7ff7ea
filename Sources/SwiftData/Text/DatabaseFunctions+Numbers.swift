import Foundation

extension DatabaseFunctions {
    static let numberFunctions: [Function] = [
        Function(name: "swift_integer", arguments: 4) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let sign = call.text(0)?.first, !call.isNull(1), !call.isNull(2) else { return call.answerNull() }
            let code = ValueKind.IntegerCode(rawValue: Int(call.integer(3)))
            guard let result = integer(sign, call.integer(1), call.integer(2), code ?? .int64) else {
                return call.answerNull()
            }
            call.answer(result)
        },
        Function(name: "swift_real", arguments: 4) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let sign = call.text(0)?.first, !call.isNull(1), !call.isNull(2) else { return call.answerNull() }
            // SQLite turns a result that is no number into NULL.
            if call.integer(3) == 1 {
                call.answer(Double(real(sign, Float(call.real(1)), Float(call.real(2)))))
            } else {
                call.answer(real(sign, call.real(1), call.real(2)))
            }
        },
    ]

    /// The result in the type's own arithmetic; nil where Swift would trap.
    static func integer(_ sign: UInt8, _ lhs: Int64, _ rhs: Int64, _ code: ValueKind.IntegerCode) -> Int64? {
        switch code {
        case .int8: integer(sign, Int8(truncatingIfNeeded: lhs), Int8(truncatingIfNeeded: rhs))
        case .int16: integer(sign, Int16(truncatingIfNeeded: lhs), Int16(truncatingIfNeeded: rhs))
        case .int32: integer(sign, Int32(truncatingIfNeeded: lhs), Int32(truncatingIfNeeded: rhs))
        case .int64: integer(sign, lhs, rhs)
        case .uint8: integer(sign, UInt8(truncatingIfNeeded: lhs), UInt8(truncatingIfNeeded: rhs))
        case .uint16: integer(sign, UInt16(truncatingIfNeeded: lhs), UInt16(truncatingIfNeeded: rhs))
        case .uint32: integer(sign, UInt32(truncatingIfNeeded: lhs), UInt32(truncatingIfNeeded: rhs))
        case .uint64: integer(sign, UInt64(bitPattern: lhs), UInt64(bitPattern: rhs))
        }
    }

    private static func integer<Number: FixedWidthInteger>(_ sign: UInt8, _ lhs: Number, _ rhs: Number) -> Int64? {
        let (result, overflow) =
            switch sign {
            case UInt8(ascii: "+"): lhs.addingReportingOverflow(rhs)
            case UInt8(ascii: "-"): lhs.subtractingReportingOverflow(rhs)
            case UInt8(ascii: "*"): lhs.multipliedReportingOverflow(by: rhs)
            case UInt8(ascii: "/"): lhs.dividedReportingOverflow(by: rhs)
            default: lhs.remainderReportingOverflow(dividingBy: rhs)
            }
        return overflow ? nil : Int64(truncatingIfNeeded: result)
    }

    private static func real<Number: FloatingPoint>(_ sign: UInt8, _ lhs: Number, _ rhs: Number) -> Number {
        switch sign {
        case UInt8(ascii: "+"): lhs + rhs
        case UInt8(ascii: "-"): lhs - rhs
        case UInt8(ascii: "*"): lhs * rhs
        default: lhs / rhs
        }
    }

    static let conversionFunctions: [Function] = [
        Function(name: "swift_real_from_bits", arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values), !call.isNull(0) else { return }
            call.answer(Double(bitPattern: UInt64(bitPattern: call.integer(0))))
        },
        Function(name: "swift_real_from_text", arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.string(0), let number = Double(text) else { return call.answerNull() }
            call.answer(number)
        },
        Function(name: "swift_unhex", arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.text(0) else { return call.answerNull() }
            call.answer(blob: bytes(ofHex: text))
        },
        Function(name: "swift_uuid_text", arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            let blob = call.blob(0)
            guard blob.count == 16 else { return call.answerNull() }
            call.answer(UUID(uuid: blob.loadUnaligned(as: uuid_t.self)).uuidString)
        },
        Function(name: "swift_uuid_from_text", arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.string(0), let uuid = UUID(uuidString: text)?.uuid else { return call.answerNull() }
            call.answer(blob: withUnsafeBytes(of: uuid) { Array($0) })
        },
    ]

    private static func bytes(ofHex text: TextBytes) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte & 0x0F : (byte & 0x0F) + 9 }
        return stride(from: 0, to: text.count - 1, by: 2).map { digit(text[$0]) << 4 | digit(text[$0 + 1]) }
    }
}
