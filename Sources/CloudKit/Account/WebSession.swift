import Crypto
import Foundation
import Synchronization

/// Who is signed in to a container, and the token that says so.
///
/// The service hands out a new token with every answer; the newest is kept, in memory at once and in the file soon after.
final class WebSession: Sendable {
    /// What is kept between runs.
    struct Credentials: Codable, Sendable, CustomStringConvertible, CustomReflectable {
        /// The service that the token is for: it is never sent to another.
        var endpoint: String
        var webAuthToken: String
        var userRecordName: String?
        var deviceID: String?
        /// The digest of the configured token that this one descends from, if it does.
        var seed: String?

        var description: String { "Credentials" }
        var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// A token, and the sign-in that it belongs to.
    struct Ticket: Sendable {
        let token: String
        let signIn: Int
    }

    private struct State {
        var credentials: Credentials?
        /// Counts sign-ins and sign-outs, so that a late answer does not bring back a token that was given up.
        var signIn = 0
        var isRefused = false
        var savedAt: Date?
        var deviceID: String?
    }

    /// Seconds for which a newer token may wait to be written to the file: older ones stay good far longer.
    static let secondsBetweenWrites: TimeInterval = 60

    private let state: Mutex<State>
    private let endpoint: String
    private let file: SecretFile?
    private let writesAtOnce: Bool
    private let surroundings: CloudKitSurroundings

    /// - Throws: ``CloudKitSettingsError`` if there is a file that cannot be read.
    init(identifier: String, configuration: CloudKitConfiguration) throws(CloudKitSettingsError) {
        endpoint = configuration.endpoint ?? ""
        surroundings = configuration.surroundings
        writesAtOnce = configuration.pace == .oneAtATime
        file = configuration.folder.map {
            SecretFile(url: $0.appendingPathComponent("sign-ins").appendingPathComponent(identifier + ".json"))
        }
        var state = State()
        if let data = try file?.read() {
            guard let kept = try? JSONDecoder().decode(Credentials.self, from: data) else {
                throw CloudKitSettingsError(description: "the sign-in of \(identifier) is damaged: sign in again")
            }
            state.deviceID = kept.deviceID
            if kept.endpoint == endpoint, !kept.webAuthToken.isEmpty { state.credentials = kept }
        }
        if let token = configuration.webAuthToken {
            // The kept token is newer if it came from this one, and somebody else's if it did not.
            let seed = SHA256.hash(data: Data(token.utf8)).map { String($0, radix: 16) }.joined()
            if state.credentials?.seed != seed {
                state.credentials = Credentials(endpoint: endpoint, webAuthToken: token, seed: seed)
            }
        }
        self.state = Mutex(state)
    }

    /// A session that keeps nothing, for a container whose settings are damaged.
    init(inMemoryFor configuration: CloudKitConfiguration) {
        endpoint = configuration.endpoint ?? ""
        surroundings = configuration.surroundings
        writesAtOnce = false
        file = nil
        state = Mutex(State())
    }

    /// The token to send; nil if nobody is signed in.
    var ticket: Ticket? {
        state.withLock { state in
            state.credentials.map { Ticket(token: $0.webAuthToken, signIn: state.signIn) }
        }
    }

    /// Whether somebody is signed in, as far as is known.
    var isSignedIn: Bool {
        state.withLock { $0.credentials != nil && !$0.isRefused }
    }

    /// What this device calls itself towards the service.
    var deviceID: String {
        state.withLock { state in
            if let known = state.deviceID { return known }
            let new = surroundings.newIdentifier()
            state.deviceID = new
            return new
        }
    }

    var userRecordName: String? {
        state.withLock { $0.credentials?.userRecordName }
    }

    /// Notes whose sign-in it is, unless it is over.
    func learn(userRecordName: String, signIn: Int?) {
        state.withLock { state in
            if state.signIn == signIn { state.credentials?.userRecordName = userRecordName }
        }
    }

    /// Who is signed in, and by which sign-in, all at one time.
    var standing: SyncMachine.Standing {
        state.withLock { state in
            guard let credentials = state.credentials else { return .nobody }
            if state.isRefused { return .refused }
            return credentials.userRecordName.map { .user($0, signIn: state.signIn) } ?? .somebody(signIn: state.signIn)
        }
    }

    /// Takes the token of an answer, unless its sign-in is over.
    func renew(_ token: String, after ticket: Ticket) {
        let now = surroundings.now()
        let due = state.withLock { state -> Credentials? in
            guard state.signIn == ticket.signIn, state.credentials?.webAuthToken != token else { return nil }
            state.credentials?.webAuthToken = token
            let isDue =
                writesAtOnce || state.savedAt.map { now.timeIntervalSince($0) >= Self.secondsBetweenWrites } ?? true
            guard isDue else { return nil }
            state.savedAt = now
            return state.credentials
        }
        // A token that cannot be written now is not lost: it is in memory, and the one in the file is still good.
        if let due { try? save(due) }
    }

    /// Notes that the service refuses the sign-in; true the first time.
    func refuse(_ ticket: Ticket) -> Bool {
        state.withLock { state in
            guard state.signIn == ticket.signIn, !state.isRefused else { return false }
            state.isRefused = true
            return true
        }
    }

    /// Keeps a new sign-in.
    ///
    /// - Throws: ``CloudKitSettingsError`` if it cannot be written; then nothing has changed.
    func signIn(token: String, userRecordName: String?) throws(CloudKitSettingsError) {
        let credentials = Credentials(
            endpoint: endpoint,
            webAuthToken: token,
            userRecordName: userRecordName,
            deviceID: deviceID
        )
        try save(credentials)
        let now = surroundings.now()
        state.withLock { state in
            state.credentials = credentials
            state.signIn += 1
            state.isRefused = false
            state.savedAt = now
        }
    }

    /// Forgets the sign-in; true if there was one.
    func signOut() -> Bool {
        let hadOne = state.withLock { state in
            defer { state.credentials = nil }
            state.signIn += 1
            state.isRefused = false
            return state.credentials != nil
        }
        file?.remove()
        return hadOne
    }

    private func save(_ credentials: Credentials) throws(CloudKitSettingsError) {
        guard let file else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var credentials = credentials
        credentials.deviceID = deviceID
        guard let data = try? encoder.encode(credentials) else {
            throw CloudKitSettingsError(description: "the sign-in cannot be written")
        }
        try file.write(data, name: surroundings.newIdentifier())
    }
}
