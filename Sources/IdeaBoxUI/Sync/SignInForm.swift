import IdeaBoxCore
import SwiftUI

/// Server, user, password and token, as a part of a form.
struct SignInForm: View {
    enum Field: Hashable {
        case server
        case user
        case password
        case token
    }

    let model: IdeaBoxModel
    @State private var server = ""
    @State private var user = ""
    @State private var password = ""
    @State private var token = ""
    @State private var failure: String?
    @State private var isBusy = false
    @FocusState private var focus: Field?
    @Environment(\.phrases) private var phrases

    var body: some View {
        Section {
            LabeledContent(phrases(.server)) {
                TextField(phrases(.server), text: $server, prompt: Text(verbatim: phrases(.serverPrompt)))
                    .textContentType(.URL)
                    .keyboardType(.URL)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                    .focused($focus, equals: .server)
            }
            LabeledContent(phrases(.user)) {
                TextField(phrases(.user), text: $user, prompt: Text(verbatim: ""))
                    .textContentType(.username)
                    .textInputAutocapitalization(.never)
                    .autocorrectionDisabled()
                    .focused($focus, equals: .user)
            }
            LabeledContent(phrases(.password)) {
                SecureField(phrases(.password), text: $password, prompt: Text(verbatim: ""))
                    .textContentType(.password)
                    .focused($focus, equals: .password)
            }
            LabeledContent(phrases(.token)) {
                SecureField(phrases(.token), text: $token, prompt: Text(verbatim: ""))
                    .focused($focus, equals: .token)
            }
        } header: {
            Text(verbatim: phrases(.signIn))
        } footer: {
            Text(verbatim: "\(phrases(.signInNote)) \(phrases(.tokenNote))")
        }
        .onSubmit(signIn)
        Section {
            Button(action: signIn) {
                if isBusy {
                    ProgressView(phrases(.signingIn))
                } else {
                    Text(verbatim: phrases(.signIn))
                }
            }
            .buttonStyle(.borderedProminent)
            .disabled(isBusy || missing != nil)
        } footer: {
            if let failure {
                Label(failure, systemImage: "exclamationmark.triangle")
                    .foregroundStyle(.red)
            }
        }
    }

    private func signIn() {
        guard !isBusy else { return }
        if let missing = missing {
            (failure, focus) = (phrases(missing.phrase), missing.field)
            return
        }
        (isBusy, failure) = (true, nil)
        Task {
            do {
                try await model.signIn(server: server, user: user, password: password, token: token)
                password = ""
            } catch {
                failure = phrases.text(for: error)
                focus = .password
            }
            isBusy = false
        }
    }

    private var missing: (phrase: Phrase, field: Field)? {
        if server.isEmpty { return (.noServer, .server) }
        if user.isEmpty { return (.noUser, .user) }
        return password.isEmpty ? (.noPassword, .password) : nil
    }
}
