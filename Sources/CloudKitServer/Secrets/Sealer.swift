import Crypto

/// Signs what clients keep for the service and bring back, so that it cannot be made up.
///
/// It is not a secret what stands in it, only that nobody else can write it.
public struct Sealer: Sendable {
    /// What a signature is for; one for one purpose is worthless for another.
    public enum Purpose: String, Sendable {
        /// A place in the order of changes.
        case syncToken
        /// A place in the result of a query.
        case continuation
        /// A sign-in.
        case webToken
        /// An address at which a device waits.
        case courier
        /// An address that takes a file.
        case assetUpload
        /// The proof that a file was uploaded.
        case assetReceipt
        /// An address that hands out a file.
        case assetDownload
        /// What the sign-in page must know of the app that sent somebody there.
        case signIn
        /// A form that was given to one browser.
        case form
    }

    static let signatureLength = 16
    /// How long the service's secret is.
    static let secretLength = 32
    private let key: SymmetricKey

    /// A sealer from the service's secret.
    public init(secret: [UInt8]) {
        key = SymmetricKey(data: secret)
    }

    /// The bytes with their signature, as text for a URL.
    public func seal(_ bytes: [UInt8], for purpose: Purpose, place: String) -> String {
        Base64URL.encode(bytes + signature(of: bytes, purpose, place))
    }

    /// The bytes, if the signature is right for this purpose and place.
    public func open(_ text: String, for purpose: Purpose, place: String) -> [UInt8]? {
        guard let raw = Self.decode(text), raw.count >= Self.signatureLength else { return nil }
        let bytes = Array(raw.dropLast(Self.signatureLength))
        let given = raw.suffix(Self.signatureLength)
        let right = signature(of: bytes, purpose, place)
        // Every byte is compared, so that the time taken says nothing.
        let difference = zip(given, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? bytes : nil
    }

    /// The bytes of a text, signature and all, unchecked.
    static func decode(_ text: String) -> [UInt8]? {
        Base64URL.decode(text)
    }

    /// A number that follows from the secret and a text, for names that need not be stored.
    public func digest(_ text: String, count: Int) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(for: Array("digest\n\(text)".utf8), using: key)
        return Array(Array(code).prefix(count))
    }

    private func signature(of bytes: [UInt8], _ purpose: Purpose, _ place: String) -> [UInt8] {
        let message = Array("\(purpose.rawValue)\n\(place)\n".utf8) + bytes
        let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
        return Array(Array(code).prefix(Self.signatureLength))
    }
}

extension [UInt8] {
    /// Appends a number, the high byte first.
    mutating func append(bigEndian number: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
    }

    /// The number at a place, the high byte first; the place must be inside.
    func bigEndian(at place: Int) -> Int64 {
        self[place..<place + 8].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The bytes as lower-case hexadecimal digits.
    var hexadecimal: String {
        let digits = [UInt8]("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
