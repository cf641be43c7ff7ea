/// Lets only so many wrong passwords through, for each account and for each address.
///
/// Every attempt is counted when it begins, so that many at once are no way around it; one that succeeds is given back.
/// An account that does not exist is counted like one that does.
struct SignInThrottle: Sendable {
    /// Wrong passwords for one account, from anywhere, before it has to wait.
    static let attemptsPerAccount = 10
    /// Wrong passwords from one address, for any account.
    static let attemptsPerAddress = 50
    /// Seconds after which all attempts are there again.
    static let windowSeconds = 15 * 60
    /// Accounts, and addresses, that are remembered.
    static let entries = 10_000

    private let accounts = TokenBuckets<String>(
        capacity: Double(attemptsPerAccount),
        perSecond: Double(attemptsPerAccount) / Double(windowSeconds),
        entries: entries
    )
    private let addresses = TokenBuckets<String>(
        capacity: Double(attemptsPerAddress),
        perSecond: Double(attemptsPerAddress) / Double(windowSeconds),
        entries: entries
    )

    /// Counts an attempt.
    ///
    /// - Throws: ``AccountError/tooManyAttempts(retryAfter:)``; then nothing was counted.
    func begin(name: String, address: String, now: Int64) throws(AccountError) {
        if let wait = addresses.take(address, now: now) { throw .tooManyAttempts(retryAfter: Self.seconds(wait)) }
        guard let wait = accounts.take(name.lowercased(), now: now) else { return }
        addresses.giveBack(address)
        throw .tooManyAttempts(retryAfter: Self.seconds(wait))
    }

    /// Counts an attempt that is for no account.
    func begin(address: String, now: Int64) throws(AccountError) {
        if let wait = addresses.take(address, now: now) { throw .tooManyAttempts(retryAfter: Self.seconds(wait)) }
    }

    /// Takes back an attempt that was right.
    func succeeded(name: String?, address: String) {
        addresses.giveBack(address)
        if let name { accounts.giveBack(name.lowercased()) }
    }

    private static func seconds(_ wait: Double) -> Int {
        Int(wait.rounded(.up))
    }
}
