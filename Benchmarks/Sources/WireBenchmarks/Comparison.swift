import CloudKitWebServices
import Foundation

/// The wire beside Foundation, on the same records, turn by turn.
struct Comparison {
    /// The least that the wire may be ahead, in either direction.
    static let leastRatio = 10.0
    private static let rounds = 31
    /// The wire works so often in one sample, so that samples of both last about equally long.
    private static let repeats = 10

    let name: String
    let answer: ModifyRecordsResponse

    private struct Result {
        var wireWriting = Samples()
        var wireReading = Samples()
        var codableWriting = Samples()
        var codableReading = Samples()
    }

    /// Measures, prints a table, and says whether both directions are far enough ahead.
    func run() throws -> Bool {
        let bytes = answer.json()
        let data = Data(bytes)
        let codable = try JSONDecoder().decode(CodableAnswer.self, from: data)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        var result = Result()
        var sink = 0
        for _ in 0..<Self.rounds {
            result.wireWriting.measure { for _ in 0..<Self.repeats { sink &+= answer.json().count } }
            try result.codableWriting.measure { sink &+= try encoder.encode(codable).count }
            try result.wireReading.measure {
                for _ in 0..<Self.repeats { sink &+= try ModifyRecordsResponse(json: bytes).records.count }
            }
            try result.codableReading.measure {
                sink &+= try decoder.decode(CodableAnswer.self, from: data).records.count
            }
        }
        print(
            "\(name): \(SampleRecords.count) records of \(bytes.count / SampleRecords.count) bytes (check \(sink % 10))"
        )
        let writing = report("encode", result.wireWriting, result.codableWriting, bytes: bytes.count)
        let reading = report("decode", result.wireReading, result.codableReading, bytes: bytes.count)
        return writing >= Self.leastRatio && reading >= Self.leastRatio
    }

    private func report(_ direction: String, _ wire: Samples, _ codable: Samples, bytes: Int) -> Double {
        let wireTime = Double(wire.median) / Double(Self.repeats)
        let ratio = Double(codable.median) / wireTime
        let rate = { (time: Double) in Int(Double(SampleRecords.count) / time * 1e9) }
        let speed = Int(Double(bytes) / wireTime * 1e3)
        print(
            "  \(direction): wire \(rate(wireTime)) records/s (\(speed) MB/s),",
            "Foundation \(rate(Double(codable.median))) records/s, ratio \(String(format: "%.1f", ratio))"
        )
        return ratio
    }
}
