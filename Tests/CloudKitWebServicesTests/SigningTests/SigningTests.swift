import CloudKitWebServices
import Crypto
import Foundation
import Testing

/// Server-to-server signatures: fixed vectors, every form that clients sign, and every way to be refused.
struct SigningTests {
    private static let publicKey = """
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+CumtAP61DBvM/DNJWlyFoERHdYw15c2SSImfdhq1sFMH9ZL6r46KOgg3coJeCLgWAtaiGSYdiUz\
        tMhpEjPOEw==
        """
    private static let path = "/database/1/iCloud.org.example.notes/development/public"
    private static let body = Array(#"{"records":[{"recordName":"A"}]}"#.utf8)
    /// 2026-01-25T22:15:43Z.
    private static let date = WireTimestamp(milliseconds: 1_769_379_343_000)
    private static let lookup = RequestSignature(
        keyID: "k",
        date: "2026-01-25T22:15:43Z",
        signature: "MEUCICPDwsdVTrOgIIGoGzUV8ifneh7/ScKAPuDWbhm1Fpr+AiEAhPwCT83mAKc9dJNcpdOfTXn0mSZyKI7R9IR7Hf1fo1c="
    )
    private static let list = RequestSignature(
        keyID: "k",
        date: "2026-01-25T22:15:43Z",
        signature: "MEYCIQDNiRmmzZZ+esCbPnfoeeWAvJ08d6eX93RUv3E277DlogIhALq1xW0vjTaDaHLHenezPsKrPASCDTKsO06u9dJv/xxP"
    )

    private func published() throws -> SignatureVerifier {
        try SignatureVerifier(publicKeyDER: #require(Base64.decode(Self.publicKey)))
    }

    @Test func publishedVectorsAreBelieved() throws {
        let verifier = try published()
        let plain = SignedForm(includesQuery: false, omitsDigest: false)
        #expect(
            try verifier.verify(
                Self.lookup,
                body: Self.body,
                path: Self.path + "/records/lookup",
                query: nil,
                now: Self.date
            ) == plain
        )
        #expect(
            try verifier.verify(Self.list, body: [], path: Self.path + "/zones/list", query: nil, now: Self.date)
                == plain
        )
        #expect(
            try verifier.verify(Self.list, body: [], path: Self.path + "/zones/list", query: "a=b", now: Self.date)
                == plain,
            "a query that was not signed"
        )
    }

    @Test func changedRequestsAreNotBelieved() throws {
        let verifier = try published()
        let path = Self.path + "/records/lookup"
        expect(.wrongSignature) {
            try verifier.verify(Self.lookup, body: Self.body + [32], path: path, query: nil, now: Self.date)
        }
        expect(.wrongSignature) { try verifier.verify(Self.lookup, body: [], path: path, query: nil, now: Self.date) }
        expect(.wrongSignature) {
            try verifier.verify(Self.lookup, body: Self.body, path: path + "/", query: nil, now: Self.date)
        }
        expect(.wrongSignature) {
            try verifier.verify(Self.list, body: Self.body, path: path, query: nil, now: Self.date)
        }
        var later = Self.lookup
        later.date = "2026-01-25T22:15:44Z"
        expect(.wrongSignature) { try verifier.verify(later, body: Self.body, path: path, query: nil, now: Self.date) }
    }

    @Test(arguments: [-601, -600, 0, 600, 601])
    func windowIsTenMinutesEitherWay(_ seconds: Int64) throws {
        let verifier = try published()
        let now = WireTimestamp(milliseconds: Self.date.milliseconds + seconds * 1_000)
        let check = { () throws(SignatureFault) in
            try verifier.verify(Self.list, body: [], path: Self.path + "/zones/list", query: nil, now: now)
        }
        if abs(seconds) > 600 {
            expect(.outsideWindow) { try check() }
        } else {
            #expect(throws: Never.self) { try check() }
        }
    }

    @Test(arguments: [
        "", "2026-01-25", "2026-01-25T22:15:43", "2026-01-25T22:15:43+00:00", "2026-13-25T22:15:43Z",
        "2026-02-30T22:15:43Z",
        "2026-01-25T24:15:43Z", "2026-01-25T22:60:43Z", "2026-01-25 22:15:43Z", "2026-01-25T22:15:43.Z",
        "20260125T221543Z",
        "2026-01-25T22:15:4aZ", "2026-01-25T22:15:43.1x3Z", "2026-00-25T22:15:43Z", "-026-01-25T22:15:43Z",
        "ZZZZZZZZZZZZZZZZZZZZZ",
    ])
    func unreadableDatesAreRefused(_ date: String) throws {
        let verifier = try published()
        var signature = Self.list
        signature.date = date
        expect(.unreadableDate) { try verifier.verify(signature, body: [], path: "/", query: nil, now: Self.date) }
    }

    @Test(arguments: ["", "!", "AAAA", "MEYCIQDN", Base64.encode([UInt8](repeating: 7, count: 64))])
    func unreadableSignaturesAreRefused(_ text: String) throws {
        let verifier = try published()
        var signature = Self.list
        signature.signature = text
        expect(.unreadableSignature) { try verifier.verify(signature, body: [], path: "/", query: nil, now: Self.date) }
    }

    @Test func allFaultsLookAlikeFromOutside() {
        for fault in SignatureFault.allCases {
            #expect(fault.error == WireError(.authenticationFailed, reason: "Authentication failed"))
        }
    }

    @Test func ownSignaturesAreBelieved() throws {
        let key = P256.Signing.PrivateKey()
        for pem in [key.pemRepresentation, Self.traditionalPEM(of: key)] {
            let signer = try RequestSigner(keyID: "k", privateKeyPEM: pem)
            let verifier = try SignatureVerifier(publicKeyPEM: key.publicKey.pemRepresentation)
            for body in [Self.body, []] {
                let signature = try signer.sign(body: body, subpath: Self.path, date: Self.date)
                #expect(signature.date == "2026-01-25T22:15:43Z")
                #expect(signature.signature.hasPrefix("ME"), "DER, not the bare numbers")
                let form = try verifier.verify(signature, body: body, path: Self.path, query: nil, now: Self.date)
                #expect(form == SignedForm(includesQuery: false, omitsDigest: false))
                let headers = Dictionary(uniqueKeysWithValues: signature.headers.map { ($0.name, $0.value) })
                #expect(headers["X-Apple-CloudKit-Request-KeyID"] == "k")
                #expect(headers["X-Apple-CloudKit-Request-ISO8601Date"] == signature.date)
                #expect(headers["X-Apple-CloudKit-Request-SignatureV1"] == signature.signature)
                let other = SignatureVerifier(publicKey: P256.Signing.PrivateKey().publicKey)
                expect(.wrongSignature) {
                    try other.verify(signature, body: body, path: Self.path, query: nil, now: Self.date)
                }
            }
        }
    }

    /// The form that OpenSSL writes by default.
    private static func traditionalPEM(of key: P256.Signing.PrivateKey) -> String {
        let prefix: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
        let curve: [UInt8] = [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        let der = prefix + Array(key.rawRepresentation) + curve
        let text = Base64.encode(der)
        let lines = "\(text.prefix(64))\n\(text.dropFirst(64))"
        return "-----BEGIN EC PRIVATE KEY-----\n\(lines)\n-----END EC PRIVATE KEY-----\n"
    }

    /// Signed by hand, as the clients that the reference leaves room for do it.
    @Test(arguments: [true, false], [true, false])
    func everyFormIsBelieved(_ includesQuery: Bool, _ omitsDigest: Bool) throws {
        let key = P256.Signing.PrivateKey()
        let query = "ckjsVersion=2.6&x=%2B"
        let digest = omitsDigest ? "" : "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        let subpath = includesQuery ? Self.path + "?" + query : Self.path
        let message = Data("2026-01-25T22:15:43Z:\(digest):\(subpath)".utf8)
        let signature = RequestSignature(
            keyID: "k",
            date: "2026-01-25T22:15:43Z",
            signature: try key.signature(for: message).derRepresentation.base64EncodedString()
        )
        let verifier = SignatureVerifier(publicKey: key.publicKey)
        let form = try verifier.verify(signature, body: [], path: Self.path, query: query, now: Self.date)
        #expect(form == SignedForm(includesQuery: includesQuery, omitsDigest: omitsDigest))
        guard omitsDigest else { return }
        expect(.wrongSignature) {
            try verifier.verify(signature, body: Self.body, path: Self.path, query: query, now: Self.date)
        }
    }

    @Test func fractionsOfASecondAreRead() throws {
        let key = P256.Signing.PrivateKey()
        let date = "2026-01-25T22:15:43.999Z"
        let message = Data("\(date):47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:/a".utf8)
        let text = try key.signature(for: message).derRepresentation.base64EncodedString()
        let signature = RequestSignature(keyID: "k", date: date, signature: text)
        let verifier = SignatureVerifier(publicKey: key.publicKey)
        #expect(throws: Never.self) { try verifier.verify(signature, body: [], path: "/a", query: nil, now: Self.date) }
    }

    /// Beside Foundation's calendar, over the days around leap years and centuries.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func datesAreThoseOfTheCalendar(_ seed: UInt64) throws {
        let key = P256.Signing.PrivateKey()
        let signer = RequestSigner(keyID: "k", privateKey: key)
        let formatter = ISO8601DateFormatter()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let seconds = Int64.random(in: 0..<253_402_300_800, using: &generator)
            let now = WireTimestamp(milliseconds: seconds * 1_000 + 999)
            let signature = try signer.sign(body: [], subpath: "/", date: now)
            #expect(formatter.date(from: signature.date)?.timeIntervalSince1970 == Double(seconds), "seed \(seed)")
            #expect(throws: Never.self, "seed \(seed): \(signature.date)") {
                try SignatureVerifier(publicKey: key.publicKey)
                    .verify(signature, body: [], path: "/", query: nil, now: now)
            }
        }
    }

    private func expect(
        _ expected: SignatureFault,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> some Any
    ) {
        let fault = #expect(throws: SignatureFault.self, sourceLocation: sourceLocation) { _ = try body() }
        #expect(fault == expected, sourceLocation: sourceLocation)
    }
}
