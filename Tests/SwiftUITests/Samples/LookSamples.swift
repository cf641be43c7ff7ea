import Foundation

@testable import SwiftUI

extension Sample {
    static let looks: [Sample] = [
        Sample(EffectsSample.self) { EffectsSample() },
        Sample(LayersSample.self) { LayersSample() },
        Sample(BlendingSample.self) { BlendingSample() },
        Sample(AnimationsSample.self) { AnimationsSample() },
        Sample(TransitionsSample.self) { TransitionsSample() },
        Sample(RedactionSample.self) { RedactionSample() },
    ]
}

struct EffectsSample: View {
    var body: some View {
        VStack {
            Text("opacity").opacity(0.5)
            Button("unseen") {}.opacity(0)
            Text("hidden").hidden()
            Text("shadow").shadow(radius: 4)
            Text("shadow").shadow(color: .red, radius: 4, x: 1, y: 2)
            Text("blur").blur(radius: 2)
            Text("bright").brightness(0.2)
            Text("contrast").contrast(1.2)
            Text("saturation").saturation(0.5)
            Text("grey").grayscale(1)
            Text("hue").hueRotation(.degrees(90))
            Text("colour").foregroundStyle(.red)
            Text("colour").foregroundColor(.blue)
            Button("tint") {}.tint(.green)
            Button("tint") {}.tint(Color.red)
            Button("accent") {}.accentColor(.purple)
            Text("corner").cornerRadius(8)
            Text("clipped").clipped()
            Text("border").border(.red, width: 2)
        }
    }
}

struct LayersSample: View {
    var body: some View {
        VStack {
            Text("painted").background(.yellow)
            Text("page").background()
            Text("in a shape").background(.yellow, in: RoundedRectangle(cornerRadius: 4))
            Text("page in a shape").background(in: Capsule())
            Text("view behind").background { Circle() }
            Text("view behind").background(alignment: .topLeading) { Text("behind") }
            Text("older").background(Circle(), alignment: .bottom)
            Text("above").overlay { Text("on top") }
            Text("above").overlay(alignment: .bottomTrailing) { Text("on top") }
            Text("older").overlay(Text("on top"), alignment: .top)
            Text("painted over").overlay(.red.opacity(0.2))
            Text("in a shape").overlay(.red, in: Circle())
            Text("masked").mask { RoundedRectangle(cornerRadius: 8) }
            Text("fades").mask { LinearGradient(colors: [.black, .clear], startPoint: .top, endPoint: .bottom) }
            Text("older mask").mask(Circle())
            Text("whole").mask { Text("words") }
            Text("touched").contentShape(Rectangle())
            Text("touched").contentShape(.interaction, Circle())
        }
    }
}

struct BlendingSample: View {
    private static let modes: [BlendMode] = [
        .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight,
        .difference, .exclusion, .hue, .saturation, .color, .luminosity, .plusLighter, .plusDarker,
    ]

    var body: some View {
        VStack { ForEach(Self.modes, id: \.self) { Text("blended").blendMode($0) } }
    }
}

struct AnimationsSample: View {
    @State private var isOn = false

    var body: some View {
        VStack {
            Button("Go") { withAnimation(.easeInOut) { isOn.toggle() } }
            Button("Then") {
                withAnimation(.spring(duration: 0.2)) {
                    isOn.toggle()
                } completion: {
                    isOn = false
                }
            }
            Button("Transaction") { withTransaction(Transaction(animation: .default)) { isOn.toggle() } }
            Text("animated").animation(.easeIn, value: isOn)
            Text("not animated").animation(nil, value: isOn)
            Text("effect").symbolEffect(.bounce, value: isOn)
        }
    }
}

struct TransitionsSample: View {
    private static let all: [AnyTransition] = [
        .identity, .opacity, .scale, .scale(scale: 0.5), .slide, .move(edge: .top), .move(edge: .trailing),
        .push(from: .bottom), .offset(x: -10, y: 10), .offset(),
        .asymmetric(insertion: .move(edge: .leading), removal: .opacity),
        .opacity.combined(with: .scale).animation(.default),
    ]

    var body: some View {
        VStack {
            ForEach(Self.all.indices, id: \.self) { place in
                Text("\(place)").transition(Self.all[place])
            }
        }
    }
}

struct RedactionSample: View {
    var body: some View {
        VStack {
            Text("placeholder").redacted(reason: .placeholder)
            Text("private").redacted(reason: .privacy)
            Text("old").redacted(reason: RedactionReasons.invalidated)
            Text("bits").redacted(reason: RedactionReasons(rawValue: 0))
            Text("\(RedactionReasons.placeholder.rawValue)")
        }
    }
}
