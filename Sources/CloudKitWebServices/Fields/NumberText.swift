/// A number that came as a string, under the grammar of JSON's own numbers.
struct NumberText {
    private let number: JSONNumber?
    private let double: Double?

    init(_ text: UnsafeBufferPointer<UInt8>) {
        var reader = JSONReader(UnsafeRawBufferPointer(text))
        guard text.first.map({ $0 > 0x20 }) == true, let number = try? reader.scanNumber(),
            reader.position == text.count
        else {
            (self.number, double) = (nil, nil)
            return
        }
        self.number = number
        double = try? reader.double(of: number)
    }

    func value(as type: WireFieldType) -> WireValue? {
        type == .int64 ? int64.map(WireValue.int64) : double.map(WireValue.double)
    }

    var int64: Int64? {
        number?.int64
    }

    var finiteDouble: Double? {
        double
    }
}
