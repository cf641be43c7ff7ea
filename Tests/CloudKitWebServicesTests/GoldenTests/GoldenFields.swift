import CloudKitWebServices

/// The fields of the document of the same name.
enum GoldenFields {
    static let all: WireFields = {
        var fields = WireFields()
        for (name, field) in scalars + composites + lists + oddities { fields[name] = field }
        return fields
    }()

    private static let moment = WireTimestamp(milliseconds: 1_767_225_600_123)

    private static let scalars: [(String, WireField)] = [
        ("text", WireField(.string("Grüße \"du\" \\ / \u{8}\u{c}\n\r\t \0 💡 é"))),
        ("largest", WireField(.int64(.max))),
        ("smallest", WireField(.int64(.min))),
        ("half", WireField(.double(0.5))),
        ("five", WireField(.double(5))),
        ("tiny", WireField(.double(-2.5e-10))),
        ("moment", WireField(.timestamp(moment))),
        ("bytes", WireField(.bytes([0, 255, 62, 63]))),
        ("secret", WireField(.encryptedBytes([1, 2]))),
        ("flag", WireField(.int64(1), isEncrypted: true)),
    ]

    private static let composites: [(String, WireField)] = [
        ("pointer", WireField(.reference(WireReference(recordName: "R", action: .deleteSelf, zoneID: Known.notes)))),
        ("validated", WireField(.reference(WireReference(recordName: "R", action: .validate)))),
        ("bare", WireField(.reference(WireReference(recordName: "R")))),
        (
            "file",
            WireField(
                .asset(WireAsset(fileChecksum: "AQAB", size: 12, downloadURL: "https://a.example/f/${f}?e=1"))
            )
        ),
        (
            "place",
            WireField(
                .location(
                    WireLocation(
                        latitude: 48.137_154,
                        longitude: 11.576_124,
                        horizontalAccuracy: 5.5,
                        verticalAccuracy: 3,
                        altitude: 519,
                        speed: 0,
                        course: 180.25,
                        timestamp: moment
                    )
                )
            )
        ),
    ]

    private static let lists: [(String, WireField)] = [
        ("texts", WireField(.strings(["a", ""]))),
        ("numbers", WireField(.int64s([1, -2]))),
        ("reals", WireField(.doubles([0.5, 2]))),
        ("moments", WireField(.timestamps([WireTimestamp(milliseconds: 0), WireTimestamp(milliseconds: -1)]))),
        ("blobs", WireField(.bytesList([[1], []]))),
        ("pointers", WireField(.references([WireReference(recordName: "S", action: WireReference.Action.none)]))),
        ("files", WireField(.assets([WireAsset(fileChecksum: "AQAB", size: 1, receipt: "r")]))),
        ("places", WireField(.locations([WireLocation(latitude: 0, longitude: -0.5)]))),
        ("nothing", WireField(.emptyList)),
    ]

    private static let oddities: [(String, WireField)] = [
        ("cleared", WireField(.null(.string))),
        ("untagged", WireField(.string("x"), isTagged: false)),
        (
            "future",
            WireField(.unknown(type: "HOLOGRAM", value: RawJSON(checked: Array(#"{"a": [1.50, {"b": null}]}"#.utf8))))
        ),
        ("wrong", WireField(.mismatched(type: .timestamp, value: RawJSON(checked: Array("1.5".utf8))))),
    ]
}
