import CloudKit
import Foundation

/// Accounts that are signed out and in again on a device.
extension World {
    /// Signs out the account that a device shows, whatever is under way there.
    func signOut(_ device: SimulatedDevice) {
        let account = device.account
        guard device.signedOut.insert(account).inserted else { return }
        note("d\(device.number) signs out account \(account)")
        if let client = device.clients[kind == .mirroring ? 0 : account] { client.app.signOut() }
        device.openAlarms?.app.signOut()
        device.cloudContainer(account, DirectTransport(server: server.server)).signOut()
    }

    /// Signs in the account that a device shows, in a process that begins anew.
    func signIn(_ device: SimulatedDevice) {
        let account = device.account
        guard device.wantsSignIn else { return }
        device.crash()
        device.start()
        signIn(device, account)
        sync(device)
    }

    /// Sign-ins may have ended: nobody used them for two weeks, or the service was put back to a time before them.
    func lapseSignIns() {
        for device in devices { device.lapsedSignIns.formUnion(WorldTemplate.accounts.indices) }
    }

    /// Signs in all accounts on all devices; processes begin anew where one was signed out.
    func signInEverywhere() {
        for device in devices where !(device.signedOut.isEmpty && device.lapsedSignIns.isEmpty) {
            device.crash()
            device.start()
            for account in device.signedOut.union(device.lapsedSignIns).sorted() { signIn(device, account) }
        }
    }

    private func signIn(_ device: SimulatedDevice, _ account: Int) {
        attempt("sign somebody in") {
            try device.signIn(account, server: server, line: line)
            device.signedOut.remove(account)
            device.lapsedSignIns.remove(account)
            hasSignedIn = true
            note("d\(device.number) signs in account \(account)")
        }
    }
}

extension SimulatedDevice {
    /// Writes down a sign-in that the service gives to an account without its password.
    ///
    /// - Throws: What the service and the files throw.
    func signIn(_ account: Int, server: SimulatedServer, line: JobLine) throws {
        let (accounts, name) = (server.server.accounts, WorldTemplate.accounts[account])
        let token = try line.exclusively {
            try await accounts.signIn(name: name, container: SimulatedServer.container)
        }
        let container = cloudContainer(account, DirectTransport(server: server.server))
        try line.exclusively { try await container.signIn(webAuthToken: token) }
    }
}
