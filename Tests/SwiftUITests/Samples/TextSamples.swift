import Foundation

@testable import SwiftUI

extension Sample {
    static let text: [Sample] = [
        Sample(TextFormsSample.self) { TextFormsSample() },
        Sample(TextStylesSample.self) { TextStylesSample() },
        Sample(FontsSample.self) { FontsSample() },
        Sample(FontModifiersSample.self) { FontModifiersSample() },
        Sample(LocalizedTextSample.self) { LocalizedTextSample() },
        Sample(LinesSample.self) { LinesSample() },
        Sample(ImagesSample.self) { ImagesSample() },
        Sample(LabelsSample.self) { LabelsSample() },
    ]
}

private let moment = Date(timeIntervalSinceReferenceDate: 800_000_000 - 7_500)

struct TextFormsSample: View {
    var body: some View {
        VStack {
            Text("A key")
            Text(verbatim: "As it is")
            Text("A " + "string of the app's".uppercased())
            Text(AttributedString("with attributes"))
            Text(moment, style: .date)
            Text(moment, style: .time)
            Text(moment, style: .relative)
            Text(moment, style: .offset)
            Text(moment, style: .timer)
            Text(moment, style: Text.DateStyle.date)
            Text(moment...moment.addingTimeInterval(3_600))
            Text(DateInterval(start: moment, duration: 60))
            Text(1_234.5, format: .number)
            Text(Image(systemName: "star"))
            Text("one ") + Text("two").bold()
        }
    }
}

struct TextStylesSample: View {
    var body: some View {
        VStack {
            Text("bold").bold()
            Text("not bold").bold(false)
            Text("italic").italic()
            Text("monospaced").monospaced()
            Text("digits").monospacedDigit()
            Text("struck").strikethrough()
            Text("struck red").strikethrough(true, color: .red)
            Text("dashed").strikethrough(pattern: .dash)
            Text("underlined").underline()
            Text("dotted").underline(pattern: Text.LineStyle.Pattern.dot)
            Text("solid").underline(pattern: .solid)
            Text("dash dot").underline(pattern: .dashDot)
            Text("dash dot dot").underline(pattern: .dashDotDot)
            Text("kerned").kerning(2)
            Text("tracked").tracking(2)
            Text("raised").baselineOffset(4)
            Text("font").font(.title)
            Text("weight").fontWeight(.semibold)
            Text("design").fontDesign(.serif)
            Text("coloured").foregroundStyle(.red)
            Text("coloured before").foregroundColor(.blue)
            Text(Self.lines)
        }
    }

    /// How a line of attributes would be told.
    private static var lines: String {
        let style: Text.LineStyle = .single
        return style == Text.LineStyle(pattern: .solid) ? "one line" : "another"
    }
}

struct FontsSample: View {
    private static let styles: [Font] = [
        .largeTitle, .title, .title2, .title3, .headline, .subheadline, .body, .callout, .footnote, .caption, .caption2,
    ]
    private static let textStyles: [Font.TextStyle] = [
        .largeTitle, .title, .title2, .title3, .headline, .subheadline, .body, .callout, .footnote, .caption, .caption2,
    ]
    private static let weights: [Font.Weight] = [
        .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
    ]
    private static let designs: [Font.Design] = [.default, .serif, .rounded, .monospaced]

    var body: some View {
        VStack {
            ForEach(Self.styles, id: \.self) { Text("style").font($0) }
            ForEach(Self.textStyles, id: \.self) { Text("\($0.rawValue)").font(.system($0)) }
            ForEach(Self.weights, id: \.self) { Text("weight").fontWeight($0) }
            ForEach(Self.designs, id: \.self) { Text("design").fontDesign($0) }
            Text("sized").font(.system(size: 20, weight: .bold, design: .rounded))
            Text("style, design").font(.system(.body, design: .serif, weight: .light))
            Text("custom").font(.custom("Georgia", size: 18))
            Text("custom, fixed").font(.custom("Georgia", fixedSize: 18))
            Text("custom, relative").font(.custom("Georgia", size: 18, relativeTo: .title))
        }
    }
}

struct FontModifiersSample: View {
    var body: some View {
        VStack {
            Text("bold").font(.body.bold())
            Text("italic").font(.body.italic())
            Text("weight").font(.body.weight(.heavy))
            Text("width").font(.body.width(Font.Width.condensed))
            Text("widths").font(.body.width(.compressed)).fontWidth(.expanded)
            Text("usual width").font(.body.width(Font.Width(Font.Width.standard.value)))
            Text("mono").font(.body.monospaced())
            Text("digits").font(.body.monospacedDigit())
            Text("small capitals").font(.body.smallCaps())
            Text("lines").font(.body.leading(.loose))
            Text("lines").font(.body.leading(Font.Leading.tight))
            Text("lines").font(.body.leading(.standard))
            VStack {
                Text("inherits")
                Text("has its own").font(.caption)
            }
            .font(.headline)
            .fontWeight(.medium)
            .fontDesign(.rounded)
            VStack { Text("styles of a group") }
                .bold()
                .italic()
                .monospaced()
                .monospacedDigit()
                .strikethrough()
                .underline()
                .kerning(1)
                .tracking(1)
        }
    }
}

struct LocalizedTextSample: View {
    private let count = 3
    private let name = "Ada"
    private let key: LocalizedStringKey = "literal"

    var body: some View {
        VStack {
            Text(key)
            Text(LocalizedStringKey("made"))
            Text("\(count) of \(UInt8(7)) for \(name), \(2.5, specifier: "%.1f")")
            Text("\(Text("inner").bold()) and \(moment, style: .date)")
            Text("\(0.5, format: .percent)")
            Text("**bold** and *italic*")
            Text("missing", tableName: "Nowhere", bundle: .main)
        }
    }
}

struct LinesSample: View {
    var body: some View {
        VStack {
            Text("two lines").lineLimit(2)
            Text("at least").lineLimit(2...)
            Text("at most").lineLimit(...3)
            Text("between").lineLimit(1...4)
            Text("reserved").lineLimit(2, reservesSpace: true)
            Text("spaced").lineSpacing(4)
            Text("leading").multilineTextAlignment(.leading)
            Text("centre").multilineTextAlignment(TextAlignment.center)
            Text("trailing").multilineTextAlignment(.trailing)
            Text("cut").truncationMode(.middle)
            Text("cut before").truncationMode(Text.TruncationMode.head).truncationMode(.tail)
            Text("capitals").textCase(.uppercase)
            Text("Small").textCase(Text.Case.lowercase)
            Text("may be marked").textSelection(.enabled)
            Text("may not").textSelection(.disabled)
            Text("\(EnabledTextSelectability.allowsSelection) \(DisabledTextSelectability.allowsSelection)")
        }
    }
}

struct ImagesSample: View {
    var body: some View {
        VStack {
            Image(systemName: "star")
            Image(systemName: "wifi", variableValue: 0.5)
            Image("Harbour")
            Image("Harbour", label: Text("The harbour"))
            Image(decorative: "Pattern")
            Image(systemName: "star").resizable().frame(width: 40, height: 40)
            Image(systemName: "star").resizable(resizingMode: .tile).interpolation(.high)
            Image(systemName: "star").resizable(resizingMode: Image.ResizingMode.stretch)
            Image(systemName: "star").renderingMode(.original).antialiased(true)
            Image(systemName: "star").renderingMode(Image.TemplateRenderingMode.template)
            Image(systemName: "star").interpolation(.low).interpolation(.medium).interpolation(Image.Interpolation.none)
            Image(systemName: "star").symbolRenderingMode(.palette)
            Image(systemName: "star").imageScale(.small)
            Image(systemName: "star").imageScale(.medium)
            Image(systemName: "star").imageScale(Image.Scale.large)
            ForEach(Self.variants, id: \.self) { Image(systemName: "star").symbolVariant($0) }
            Image(systemName: "star").symbolVariant(.circle.fill)
            Image(systemName: "no.such.symbol")
        }
    }

    private static let variants: [SymbolVariants] = [.none, .fill, .circle, .square, .rectangle, .slash]
}

struct Framed: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.icon
            configuration.title.bold()
        }
    }
}

struct LabelsSample: View {
    var body: some View {
        VStack {
            Label("Key", systemImage: "star")
            Label("Picture", image: "Harbour")
            Label {
                Text("Built")
            } icon: {
                Circle().frame(width: 10, height: 10)
            }
            Label("Automatic", systemImage: "star").labelStyle(.automatic)
            Label("Icon", systemImage: "star").labelStyle(.iconOnly)
            Label("Title", systemImage: "star").labelStyle(.titleOnly)
            Label("Both", systemImage: "star").labelStyle(.titleAndIcon)
            Label("Spelled", systemImage: "star").labelStyle(DefaultLabelStyle())
            Label("Spelled", systemImage: "star").labelStyle(IconOnlyLabelStyle())
            Label("Spelled", systemImage: "star").labelStyle(TitleOnlyLabelStyle())
            Label("Spelled", systemImage: "star").labelStyle(TitleAndIconLabelStyle())
            Label("Own", systemImage: "star").labelStyle(Framed())
            Link("Home", destination: URL(filePath: "/"))
            Link(destination: URL(filePath: "/")) { Text("Built") }
            ShareLink(item: "text")
            ShareLink("Named", item: "text", subject: Text("Subject"), message: Text("Message"))
            ShareLink(item: URL(filePath: "/")) { Text("Address") }
        }
    }
}
