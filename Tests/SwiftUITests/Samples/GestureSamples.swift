import Foundation

@testable import SwiftUI

extension Sample {
    static let gestures: [Sample] = [
        Sample(TapsSample.self) { TapsSample() },
        Sample(PressesSample.self) { PressesSample() },
        Sample(TouchSample.self) { TouchSample() },
    ]
}

struct TapsSample: View {
    var body: some View {
        VStack {
            Text("tap").onTapGesture {}
            Text("twice").onTapGesture(count: 2) {}
            Text("both").onTapGesture(count: 2) {}.onTapGesture {}
            Text("gesture").gesture(TapGesture().onEnded {})
            Text("two taps").gesture(TapGesture(count: 2).onEnded { _ in })
            Text("first").highPriorityGesture(TapGesture().onEnded {})
            Button("beside") {}.simultaneousGesture(TapGesture().onEnded {})
            Text("no end").gesture(TapGesture())
            Text("\(TapGesture(count: 3).count)")
        }
    }
}

struct PressesSample: View {
    var body: some View {
        VStack {
            Text("hold").onLongPressGesture {}
            Text("tap and hold").onTapGesture {}.onLongPressGesture(minimumDuration: 1) {}
            Button("button and hold") {}.onLongPressGesture {}
            Text("gesture").gesture(LongPressGesture(minimumDuration: 1).onEnded { _ in })
            Text("changing").gesture(LongPressGesture().onChanged { _ in }.onEnded { _ in })
            Text("\(Int(LongPressGesture(minimumDuration: 2).minimumDuration))")
        }
    }
}

struct TouchSample: View {
    var body: some View {
        VStack {
            Button("not touched") {}.allowsHitTesting(false)
            Button("help") {}.help("Says more")
            Text("words").help(Text("Says more"))
        }
    }
}
