import Foundation

@testable import SwiftUI

extension Sample {
    static let controls: [Sample] = [
        Sample(ButtonsSample.self) { ButtonsSample() },
        Sample(ButtonStylesSample.self) { ButtonStylesSample() },
        Sample(TogglesSample.self) { TogglesSample() },
        Sample(FieldsSample.self) { FieldsSample() },
        Sample(FieldHintsSample.self) { FieldHintsSample() },
        Sample(PickersSample.self) { PickersSample() },
        Sample(DatesSample.self) { DatesSample() },
        Sample(ValuesSample.self) { ValuesSample() },
        Sample(ProgressSample.self) { ProgressSample() },
        Sample(ShortcutsSample.self) { ShortcutsSample() },
        Sample(GroupsSample.self) { GroupsSample() },
    ]
}

struct ButtonsSample: View {
    var body: some View {
        VStack {
            Button("Key") {}
            Button("Symbol", systemImage: "plus") {}
            Button("Delete", role: .destructive) {}
            Button("Cancel", role: ButtonRole.cancel) {}
            Button("Delete", systemImage: "trash", role: .destructive) {}
            Button {
            } label: {
                Label("Built", systemImage: "star")
            }
            Button(role: .destructive) {
            } label: {
                Text("Built")
            }
            Button("Off") {}.disabled(true)
            Group {
                Button("Mini") {}.controlSize(.mini)
                Button("Small") {}.controlSize(.small)
                Button("Regular") {}.controlSize(.regular)
                Button("Large") {}.controlSize(.large)
                Button("Larger") {}.controlSize(ControlSize.extraLarge)
            }
            .buttonStyle(.bordered)
        }
    }
}

struct Loud: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .padding()
            .opacity(configuration.isPressed ? 0.5 : 1)
            .foregroundStyle(configuration.role == .destructive ? .red : .blue)
    }
}

struct Twice: PrimitiveButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            Button(configuration)
            Button("Again", role: configuration.role) { configuration.trigger() }
            configuration.label
        }
    }
}

struct ButtonStylesSample: View {
    var body: some View {
        VStack {
            Button("automatic") {}.buttonStyle(.automatic)
            Button("plain") {}.buttonStyle(.plain)
            Button("borderless") {}.buttonStyle(.borderless)
            Button("bordered") {}.buttonStyle(.bordered)
            Button("prominent") {}.buttonStyle(.borderedProminent)
            Button("spelled") {}.buttonStyle(DefaultButtonStyle())
            Button("spelled") {}.buttonStyle(PlainButtonStyle())
            Button("spelled") {}.buttonStyle(BorderlessButtonStyle())
            Button("spelled") {}.buttonStyle(BorderedButtonStyle())
            Button("spelled") {}.buttonStyle(BorderedProminentButtonStyle())
            Button("own") {}.buttonStyle(Loud())
            Button("own", role: .destructive) {}.buttonStyle(Loud())
            Button("twice") {}.buttonStyle(Twice())
            Group {
                Button("shape") {}.buttonBorderShape(.automatic)
                Button("capsule") {}.buttonBorderShape(.capsule)
                Button("circle") {}.buttonBorderShape(.circle)
                Button("rounded") {}.buttonBorderShape(.roundedRectangle)
                Button("rounded") {}.buttonBorderShape(ButtonBorderShape.roundedRectangle(radius: 4))
            }
            .buttonStyle(.bordered)
        }
    }
}

struct Ticked: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.isOn.toggle()
        } label: {
            HStack {
                Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
                configuration.label
            }
        }
    }
}

struct TogglesSample: View {
    @State private var isOn = true

    var body: some View {
        VStack {
            Toggle("Key", isOn: $isOn)
            Toggle("Symbol", systemImage: "star", isOn: $isOn)
            Toggle(isOn: .constant(false)) { Text("Built") }
            Toggle("automatic", isOn: $isOn).toggleStyle(.automatic)
            Toggle("switch", isOn: $isOn).toggleStyle(.switch)
            Toggle("button", isOn: $isOn).toggleStyle(.button)
            Toggle("spelled", isOn: $isOn).toggleStyle(DefaultToggleStyle())
            Toggle("spelled", isOn: $isOn).toggleStyle(SwitchToggleStyle(tint: .red))
            Toggle("spelled", isOn: $isOn).toggleStyle(ButtonToggleStyle())
            Toggle("own", isOn: $isOn).toggleStyle(Ticked())
            Toggle("no label", isOn: $isOn).labelsHidden()
            Toggle("label", isOn: $isOn).labelsVisibility(.hidden)
            Toggle("off", isOn: $isOn).disabled(true)
        }
    }
}

struct FieldsSample: View {
    @State private var text = "Ada"
    @State private var number = 42
    @State private var maybe: Double?
    @FocusState private var isFocused: Bool

    var body: some View {
        VStack {
            TextField("Key", text: $text)
            TextField("Prompt", text: $text, prompt: Text("Name"))
            TextField("Grows", text: $text, axis: .vertical).lineLimit(2...5)
            TextField("Number", value: $number, format: .number)
            TextField("Maybe", value: $maybe, format: .number)
            TextField(text: $text) { Text("Built") }
            TextField(text: $text, axis: .vertical) { Text("Built, grows") }
            TextField(value: $number, format: .number) { Text("Built number") }
            SecureField("Secret", text: $text)
            SecureField(text: $text, prompt: Text("Secret")) { Text("Built secret") }
            TextEditor(text: $text)
            TextField("automatic", text: $text).textFieldStyle(.automatic)
            TextField("plain", text: $text).textFieldStyle(.plain)
            TextField("rounded", text: $text).textFieldStyle(.roundedBorder)
            TextField("spelled", text: $text).textFieldStyle(DefaultTextFieldStyle())
            TextField("spelled", text: $text).textFieldStyle(PlainTextFieldStyle())
            TextField("spelled", text: $text).textFieldStyle(RoundedBorderTextFieldStyle())
            TextField("focused", text: $text).focused($isFocused)
            TextField("off", text: $text).disabled(true)
        }
    }
}

struct FieldHintsSample: View {
    @State private var text = ""
    private static let labels: [SubmitLabel] = [
        .done, .go, .send, .join, .route, .search, .return, .next, .continue,
    ]
    private static let keyboards: [UIKeyboardType] = [
        .default, .asciiCapable, .numbersAndPunctuation, .URL, .numberPad, .phonePad, .namePhonePad, .emailAddress,
        .decimalPad, .twitter, .webSearch, .asciiCapableNumberPad,
    ]
    private static let contents: [UITextContentType] = [
        .name, .username, .password, .newPassword, .oneTimeCode, .emailAddress, .telephoneNumber, .URL,
        UITextContentType(rawValue: "organization"),
    ]

    var body: some View {
        VStack {
            ForEach(Self.labels.indices, id: \.self) { TextField("key", text: $text).submitLabel(Self.labels[$0]) }
            ForEach(Self.keyboards, id: \.rawValue) { TextField("keyboard", text: $text).keyboardType($0) }
            ForEach(Self.contents, id: \.rawValue) { TextField("content", text: $text).textContentType($0) }
            TextField("capitals", text: $text).textInputAutocapitalization(.never)
            TextField("capitals", text: $text).textInputAutocapitalization(.words)
            TextField("capitals", text: $text).textInputAutocapitalization(.sentences)
            TextField("capitals", text: $text).textInputAutocapitalization(TextInputAutocapitalization.characters)
            TextField("correction", text: $text).autocorrectionDisabled()
            TextField("correction", text: $text).disableAutocorrection(true)
            TextField("sent", text: $text).onSubmit {}
            TextField("sent", text: $text).onSubmit(of: .text) {}
            TextField("sent", text: $text).onSubmit(of: SubmitTriggers.search) {}
            TextField("sent", text: $text).onSubmit(of: SubmitTriggers(rawValue: 1)) {}.submitScope()
        }
    }
}

enum Flavour: String, CaseIterable, Identifiable {
    case vanilla, lemon
    var id: Self { self }
}

struct PickersSample: View {
    @State private var flavour = Flavour.lemon
    @State private var maybe: Flavour?
    @State private var color = Color.red

    var body: some View {
        Form {
            Picker("Key", selection: $flavour) { options }
            Picker("Symbol", systemImage: "star", selection: $flavour) { options }
            Picker(selection: $flavour) {
                options
            } label: {
                Text("Built")
            }
            Picker("Maybe", selection: $maybe) {
                Text("None").tag(nil as Flavour?)
                ForEach(Flavour.allCases) { Text($0.rawValue).tag($0 as Flavour?) }
            }
            Picker("Sections", selection: $flavour) {
                Section("Sweet") { Text("Vanilla").tag(Flavour.vanilla) }
                Section("Sour") { Text("Lemon").tag(Flavour.lemon) }
            }
            Group {
                Picker("automatic", selection: $flavour) { options }.pickerStyle(.automatic)
                Picker("menu", selection: $flavour) { options }.pickerStyle(.menu)
                Picker("segmented", selection: $flavour) { options }.pickerStyle(.segmented)
                Picker("inline", selection: $flavour) { options }.pickerStyle(.inline)
                Picker("wheel", selection: $flavour) { options }.pickerStyle(.wheel)
                Picker("links", selection: $flavour) { options }.pickerStyle(.navigationLink)
                Picker("palette", selection: $flavour) { options }.pickerStyle(.palette)
            }
            Group {
                Picker("spelled", selection: $flavour) { options }.pickerStyle(DefaultPickerStyle())
                Picker("spelled", selection: $flavour) { options }.pickerStyle(MenuPickerStyle())
                Picker("spelled", selection: $flavour) { options }.pickerStyle(SegmentedPickerStyle())
                Picker("spelled", selection: $flavour) { options }.pickerStyle(InlinePickerStyle())
                Picker("spelled", selection: $flavour) { options }.pickerStyle(WheelPickerStyle())
                Picker("spelled", selection: $flavour) { options }.pickerStyle(NavigationLinkPickerStyle())
                Picker("spelled", selection: $flavour) { options }.pickerStyle(PalettePickerStyle())
            }
            ColorPicker("Colour", selection: $color)
            ColorPicker(selection: $color, supportsOpacity: false) { Text("Built") }
        }
    }

    private var options: some View {
        ForEach(Flavour.allCases) { Text($0.rawValue).tag($0) }
    }
}

struct DatesSample: View {
    @State private var date = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private let first = Date(timeIntervalSinceReferenceDate: 799_000_000)

    var body: some View {
        VStack {
            DatePicker("Both", selection: $date)
            DatePicker("Day", selection: $date, displayedComponents: .date)
            DatePicker("Time", selection: $date, displayedComponents: DatePickerComponents.hourAndMinute)
            DatePicker("Bits", selection: $date, displayedComponents: DatePicker<Text>.Components(rawValue: 3))
            DatePicker("Between", selection: $date, in: first...first.addingTimeInterval(2_000_000))
            DatePicker("From", selection: $date, in: first...)
            DatePicker("To", selection: $date, in: ...first.addingTimeInterval(2_000_000))
            DatePicker(selection: $date) { Text("Built") }
            DatePicker("automatic", selection: $date).datePickerStyle(.automatic)
            DatePicker("compact", selection: $date).datePickerStyle(.compact)
            DatePicker("graphical", selection: $date).datePickerStyle(.graphical)
            DatePicker("wheel", selection: $date).datePickerStyle(.wheel)
            DatePicker("spelled", selection: $date).datePickerStyle(DefaultDatePickerStyle())
            DatePicker("spelled", selection: $date).datePickerStyle(CompactDatePickerStyle())
            DatePicker("spelled", selection: $date).datePickerStyle(GraphicalDatePickerStyle())
            DatePicker("spelled", selection: $date).datePickerStyle(WheelDatePickerStyle())
        }
    }
}

struct ValuesSample: View {
    @State private var count = 3
    @State private var amount = 0.5

    var body: some View {
        VStack {
            Stepper("Count \(count)", value: $count)
            Stepper("In bounds", value: $count, in: 0...3, step: 1)
            Stepper("Own") {
                count += 1
            } onDecrement: {
                count -= 1
            }
            Stepper(value: $count, in: 0...9) { Text("Built") }
            Stepper {
                Text("Built, own")
            } onIncrement: {
                count += 1
            } onDecrement: {
                count -= 1
            }
            Slider(value: $amount)
            Slider(value: $amount, in: 0...1)
            Slider(value: $amount, in: 0...1, step: 0.1)
            Slider(value: $amount, in: 0...1) { Text("Amount") }
            Slider(value: $amount, in: 0...1, step: 0.25) {
                Text("Amount")
            } minimumValueLabel: {
                Text("none")
            } maximumValueLabel: {
                Text("all")
            }
        }
    }
}

struct ProgressSample: View {
    var body: some View {
        VStack {
            ProgressView()
            ProgressView("Loading")
            ProgressView(value: 0.25)
            ProgressView("Loading", value: 30, total: 100)
            ProgressView(value: 0.5) { Text("Half") }
            ProgressView(value: 0.5) {
                Text("Half")
            } currentValueLabel: {
                Text("50 %")
            }
            ProgressView("Loading").progressViewStyle(.linear)
            ProgressView("Loading", value: 1, total: 3).progressViewStyle(.circular)
            ProgressView(value: 0.5).progressViewStyle(.automatic)
            ProgressView(value: 0.5).progressViewStyle(.linear)
            ProgressView(value: 0.5).progressViewStyle(.circular)
            ProgressView(value: 0.5).progressViewStyle(DefaultProgressViewStyle())
            ProgressView(value: 0.5).progressViewStyle(LinearProgressViewStyle())
            ProgressView(value: 0.5).progressViewStyle(CircularProgressViewStyle())
            Gauge(value: 0.4) { Text("Full") }
            Gauge(value: 4, in: 0...10) {
                Text("Full")
            } currentValueLabel: {
                Text("4")
            }
            Gauge(value: 0.4) { Text("style") }.gaugeStyle(.automatic)
            Gauge(value: 0.4) { Text("style") }.gaugeStyle(DefaultGaugeStyle())
        }
    }
}

struct ShortcutsSample: View {
    private static let keys: [KeyEquivalent] = [
        .upArrow, .downArrow, .leftArrow, .rightArrow, .escape, .delete, .deleteForward, .home, .end, .pageUp,
        .pageDown,
        .tab, .space, .return, .clear, "k", KeyEquivalent("j"),
    ]
    private static let modifiers: [EventModifiers] = [
        .capsLock, .shift, .control, .option, .command, .numericPad, .all, EventModifiers(rawValue: 24),
    ]

    var body: some View {
        VStack {
            ForEach(Self.keys, id: \.self) { key in
                Button("key \(String(key.character.unicodeScalars.first?.value ?? 0, radix: 16))") {}
                    .keyboardShortcut(key, modifiers: .option)
            }
            ForEach(Self.modifiers, id: \.rawValue) { modifier in
                Button("modifier \(modifier.rawValue)") {}.keyboardShortcut("b", modifiers: modifier)
            }
            Button("default") {}.keyboardShortcut(.defaultAction)
            Button("cancel") {}.keyboardShortcut(KeyboardShortcut.cancelAction)
            Button("own") {}.keyboardShortcut(own)
            Button("none") {}.keyboardShortcut(nil as KeyboardShortcut?)
            Text("\(own.key == "m" && own.modifiers == .shift && Set([own]).count == 1)")
        }
    }

    private var own: KeyboardShortcut { KeyboardShortcut("m", modifiers: .shift) }
}

struct GroupsSample: View {
    @State private var isOpen = true

    var body: some View {
        VStack {
            Group { Text("Grouped") }
            GroupBox("Box") { Text("inside") }
            GroupBox { Text("without a title") }
            GroupBox {
                Text("inside")
            } label: {
                Label("Built", systemImage: "star")
            }
            ControlGroup {
                Button("One") {}
                Button("Two") {}
            }
            DisclosureGroup("Open", isExpanded: $isOpen) { Text("inside") }
            DisclosureGroup("Closed") { Text("not seen") }
            DisclosureGroup {
                Text("not seen")
            } label: {
                Text("Built")
            }
            LabeledContent("Name", value: "Ada")
            LabeledContent("Number", value: 3, format: .number)
            LabeledContent("Built") { Text("value") }
            LabeledContent {
                Text("value")
            } label: {
                Text("Built")
            }
            ContentUnavailableView("Nothing", systemImage: "tray", description: Text("There is nothing."))
            ContentUnavailableView {
                Label("Built", systemImage: "tray")
            } description: {
                Text("There is nothing.")
            } actions: {
                Button("Add") {}
            }
            ContentUnavailableView.search
            ContentUnavailableView.search(text: "kite")
            EmptyView()
            Divider()
            Spacer()
            Spacer(minLength: 8)
        }
    }
}
