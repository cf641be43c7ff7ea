import IdeaBoxCore
import SwiftUI

/// Where the title of an idea is written: as many lines as it needs, and a count where its end comes near.
struct TitleField: View {
    /// From so many characters on they are counted.
    static let worthCounting = 230

    @Binding var title: String
    let submit: @MainActor () -> Void
    @Environment(\.phrases) private var phrases

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            TextField(
                phrases(.title),
                text: $title.oneLine(submit),
                prompt: Text(verbatim: phrases(.titlePrompt)),
                axis: .vertical
            )
            .submitLabel(.done)
            .onSubmit(submit)
            if count >= Self.worthCounting {
                Text(verbatim: phrases(.titleRoom, phrases.number(count), phrases.number(most)))
                    .font(.footnote)
                    .fontWeight(.regular)
                    .foregroundStyle(count > most ? Color.red : Color.secondary)
                    .padding(.bottom, 8)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    private var most: Int { IdeaRules.maximumTitleCharacters }
    private var count: Int { title.trimmingCharacters(in: .whitespacesAndNewlines).count }
}

extension Binding<String> {
    /// The same text on one line, however it is broken on the screen: Return is an action, and what is pasted is joined.
    ///
    /// A text that had several lines before keeps them.
    @MainActor
    func oneLine(_ onReturn: @escaping @MainActor () -> Void) -> Binding<String> {
        Binding {
            wrappedValue
        } set: { new in
            let old = wrappedValue
            guard new.contains(where: \.isNewline), !old.contains(where: \.isNewline) else {
                wrappedValue = new
                return
            }
            if new.filter({ !$0.isNewline }) == old {
                onReturn()
            } else {
                wrappedValue = new.split(whereSeparator: \.isNewline).joined(separator: " ")
            }
        }
    }
}
