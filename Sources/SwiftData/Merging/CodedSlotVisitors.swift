/// Reads from the slot of a `Codable` attribute what a change of it is based on: what its column had when it was last read.
struct MergeBaseReader: PartialSlotVisitor {
    /// Nil where this context made the value and has not saved it.
    private(set) var base: SQLValue?

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) { base = slot.lastRead }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        if case .loaded(nil) = slot { base = .null } else { base = slot.lastRead }
    }
}

extension _LinkSlot {
    /// The column of a `Codable` attribute when it was last read; nil where the value was not read from a column.
    var lastRead: SQLValue? {
        switch self {
        case .encoded(let encoded): encoded.lastRead ?? .text(encoded.text)
        case .decoded(let decoded): .text(decoded.text)
        default: nil
        }
    }

    /// The same, but nil also where nobody has looked at the value that was read from the column.
    var valueLastRead: SQLValue? {
        if case .encoded(let encoded) = self { encoded.lastRead } else { lastRead }
    }

    /// Its value; nil where it is not decoded.
    fileprivate var decodedValue: Value? {
        switch self {
        case .loaded(let value): value
        case .decoded(let decoded): decoded.value
        default: nil
        }
    }
}

/// Codes the value of a slot before its column is written, so that the slot knows what the column has then.
struct CodedSlotWriter: PartialSlotVisitor {
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        if let value = slot.decodedValue { slot = coded(value, value) }
    }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        if let value = slot.decodedValue, let wrapped = value { slot = coded(wrapped, value) }
    }

    private func coded<Value>(_ value: some Codable, _ slotValue: Value) -> _LinkSlot<Value> {
        do {
            return .decoded(_DecodedValue(slotValue, text: try AttributeCoder.text(of: value)))
        } catch {
            // What binds the slot codes the value once more, and reports the failure.
            return .loaded(slotValue)
        }
    }
}

/// Merges what others saved in a `Codable` attribute into the changed value that its slot holds.
struct SlotMerger: PartialSlotVisitor {
    let base: SQLValue
    let stored: SQLValue
    /// Whether the slot has another value now.
    private(set) var isMerged = false

    init(base: SQLValue, stored: SQLValue) { (self.base, self.stored) = (base, stored) }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        guard let mine = value(of: slot), case .other(.text(let text), let own) = merge(mine) else { return }
        // Nobody has read the merged value: an assignment is compared with the one that it is made from.
        slot = .encoded(_EncodedText(text, lastRead: .text(own)))
        isMerged = true
    }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        if case .loaded(nil) = slot {
            // What is nil here as it was before gets the value of the others.
            guard base == .null, case .text(let text) = stored else { return }
            slot = .encoded(_EncodedText(text, lastRead: .null))
        } else {
            guard let value = value(of: slot), let mine = value, case .other(let other, let own) = merge(mine) else {
                return
            }
            if case .text(let text) = other {
                slot = .encoded(_EncodedText(text, lastRead: .text(own)))
            } else {
                slot = .loaded(nil)
            }
        }
        isMerged = true
    }

    private func merge(_ mine: some Codable) -> CodedValueMerge {
        CodedValueMerge(base: base, mine: mine, stored: stored)
    }

    /// The value of a slot, decoded where an earlier save that failed has merged it; nil where its text decodes no longer.
    private func value<Value: Codable>(of slot: _LinkSlot<Value>) -> Value? {
        var decoder = EncodedSlotDecoder()
        var copy = slot
        decoder.visit(&copy, 0)
        return copy.decodedValue
    }
}
