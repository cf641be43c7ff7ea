import CloudKitWebServices
import Crypto
import Foundation
import Testing

@testable import CloudKitServer

@Suite("The least that a service must do: signed requests")
struct ChecklistSignatureTests {
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+CumtAP61DBvM/DNJWlyFoERHdYw
        15c2SSImfdhq1sFMH9ZL6r46KOgg3coJeCLgWAtaiGSYdiUztMhpEjPOEw==
        -----END PUBLIC KEY-----
        """
    private static let date = "2026-01-25T22:15:43Z"
    /// The moment of the date, after the clock of a new world.
    private static let later: Int64 = 2_153_743_000
    private static let base = "/database/1/iCloud.org.example.notes/development/public/"
    private static let lookup =
        "MEUCICPDwsdVTrOgIIGoGzUV8ifneh7/ScKAPuDWbhm1Fpr+AiEAhPwCT83mAKc9dJNcpdOfTXn0mSZyKI7R9IR7Hf1fo1c="
    private static let list =
        "MEYCIQDNiRmmzZZ+esCbPnfoeeWAvJ08d6eX93RUv3E277DlogIhALq1xW0vjTaDaHLHenezPsKrPASCDTKsO06u9dJv/xxP"
    private static let body = Array(#"{"records":[{"recordName":"A"}]}"#.utf8)

    private static func headers(_ id: String, _ signature: String, date: String = date) -> [String: String] {
        [
            ServiceHeader.signatureKeyID: id, ServiceHeader.signatureDate: date, ServiceHeader.signature: signature,
            "Content-Type": "text/plain",
        ]
    }

    @Test("Published signatures, with a body and without, and within ten minutes only", arguments: Setting.all)
    func vectors(_ setting: Setting) async throws {
        try await setting.run { world in
            let id = try await world.server.accounts.addServerKey(
                container: World.container,
                publicKeyPEM: Self.publicKey
            )
            for (offset, isGood) in [(-601_000, false), (-600_000, true), (0, true), (600_000, true), (601_000, false)]
            {
                let now = world.server.service.surroundings.now()
                world.advance(milliseconds: 1_767_225_600_000 + Self.later + Int64(offset) - now)
                let read = try await world.send(
                    "POST",
                    Self.base + "records/lookup",
                    Self.body,
                    headers: Self.headers(id, Self.lookup)
                )
                let zones = try await world.send("GET", Self.base + "zones/list", headers: Self.headers(id, Self.list))
                for reply in [read, zones] {
                    #expect(reply.status == (isGood ? 200 : 401), "\(offset): \(reply.text)")
                    if !isGood { #expect(reply.error?.serverErrorCode == .authenticationFailed) }
                    if !isGood { #expect(reply.error?.reason == "Authentication failed") }
                }
            }
        }
    }

    @Test("What was signed otherwise than it is sent", arguments: Setting.all)
    func refused(_ setting: Setting) async throws {
        try await setting.run { world in
            world.advance(milliseconds: Self.later)
            let id = try await world.server.accounts.addServerKey(
                container: World.container,
                publicKeyPEM: Self.publicKey
            )
            let other = P256.Signing.PrivateKey()
            let otherID = try await world.server.accounts.addServerKey(
                container: World.container,
                publicKeyPEM: other.publicKey.pemRepresentation
            )
            let good = Self.headers(id, Self.lookup)
            var cases: [(String, [UInt8], [String: String], Int)] = [
                ("records/lookup?ckjsVersion=2.6.4", Self.body, good, 200),
                ("records/lookup", Self.body + [0x20], good, 401),
                ("records/query", Self.body, good, 401),
                ("records/lookup", Self.body, Self.headers(otherID, Self.lookup), 401),
                ("records/lookup", Self.body, Self.headers("00", Self.lookup), 401),
                ("records/lookup", Self.body, Self.headers(id, "AAAA"), 401),
                ("records/lookup", Self.body, Self.headers(id, "%"), 401),
                ("records/lookup", Self.body, Self.headers(id, Self.lookup, date: "2026-01-25T22:15:44Z"), 401),
                ("records/lookup", Self.body, Self.headers(id, Self.lookup, date: "yesterday"), 401),
            ]
            for missing in [ServiceHeader.signatureDate, ServiceHeader.signature] {
                cases.append(("records/lookup", Self.body, good.filter { $0.key != missing }, 401))
            }
            for (path, body, headers, status) in cases {
                let reply = try await world.send("POST", Self.base + path, body, headers: headers)
                #expect(reply.status == status, "\(path): \(reply.text)")
            }
        }
    }

    @Test("A query that was signed too, and an empty body that was signed as nothing", arguments: Setting.all)
    func variants(_ setting: Setting) async throws {
        try await setting.run { world in
            let key = P256.Signing.PrivateKey()
            let id = try await world.server.accounts.addServerKey(
                container: World.container,
                publicKeyPEM: key.publicKey.pemRepresentation
            )
            let date = "2026-01-01T00:00:00Z"
            let hash = Data(SHA256.hash(data: [])).base64EncodedString()
            for digest in [hash, ""] {
                for signed in ["zones/list", "zones/list?ckjsVersion=2"] {
                    let message = "\(date):\(digest):\(Self.base)\(signed)"
                    let signature = try key.signature(for: Data(message.utf8)).derRepresentation.base64EncodedString()
                    let headers = Self.headers(id, signature, date: date)
                    let reply = try await world.send("GET", Self.base + "zones/list?ckjsVersion=2", headers: headers)
                    #expect(reply.status == 200, "\(message): \(reply.text)")
                }
            }
        }
    }
}
