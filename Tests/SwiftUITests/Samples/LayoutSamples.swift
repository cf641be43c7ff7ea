import Foundation

@testable import SwiftUI

extension Sample {
    static let layout: [Sample] = [
        Sample(StacksSample.self) { StacksSample() },
        Sample(LazyStacksSample.self) { LazyStacksSample() },
        Sample(GridsSample.self) { GridsSample() },
        Sample(FramesSample.self) { FramesSample() },
        Sample(PlacesSample.self) { PlacesSample() },
        Sample(ScrollingSample.self) { ScrollingSample() },
        Sample(InsetsSample.self) { InsetsSample() },
        Sample(GeometrySample.self) { GeometrySample() },
        Sample(BuildersSample.self) { BuildersSample() },
    ]
}

struct StacksSample: View {
    private static let horizontal: [HorizontalAlignment] = [
        .leading, .center, .trailing, .listRowSeparatorLeading, .listRowSeparatorTrailing,
    ]
    private static let vertical: [VerticalAlignment] = [.top, .center, .bottom, .firstTextBaseline, .lastTextBaseline]
    private static let both: [Alignment] = [
        .center, .leading, .trailing, .top, .bottom, .topLeading, .topTrailing, .bottomLeading, .bottomTrailing,
        .centerFirstTextBaseline, .leadingFirstTextBaseline, Alignment(horizontal: .leading, vertical: .bottom),
    ]

    var body: some View {
        VStack(spacing: 4) { Text("column") }
        HStack(spacing: 4) { Text("row") }
        ZStack { Text("pile") }
        ForEach(Self.horizontal, id: \.self) { VStack(alignment: $0) { Text("aligned") } }
        ForEach(Self.vertical, id: \.self) { HStack(alignment: $0) { Text("aligned") } }
        ForEach(Self.both, id: \.self) { ZStack(alignment: $0) { Text("aligned") } }
        Text("\(Alignment.topLeading.horizontal == .leading) \(Alignment.topLeading.vertical == .top)")
    }
}

struct LazyStacksSample: View {
    var body: some View {
        LazyVStack(alignment: .leading, spacing: 2, pinnedViews: [.sectionHeaders]) { Text("column") }
        LazyHStack(alignment: .top, spacing: 2) { Text("row") }
        LazyVGrid(columns: [GridItem(.flexible()), GridItem(.fixed(40))], spacing: 3) {
            Text("one")
            Text("two")
        }
        LazyVGrid(columns: [GridItem(.adaptive(minimum: 80), spacing: 2, alignment: .leading)]) { Text("one") }
        LazyHGrid(rows: [GridItem(GridItem.Size.flexible(minimum: 10, maximum: 20))]) { Text("one") }
        Text("\(item.spacing == 2) \(item.alignment == .top)")
        if case .fixed(let size) = item.size { Text("\(Int(size))") }
    }

    private var item: GridItem { GridItem(.fixed(7), spacing: 2, alignment: .top) }
}

struct GridsSample: View {
    var body: some View {
        Grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2) {
            GridRow {
                Text("one")
                Text("two").gridColumnAlignment(.trailing)
            }
            GridRow(alignment: .top) {
                Text("both").gridCellColumns(2).gridCellAnchor(.center)
            }
            Divider().gridCellUnsizedAxes(.horizontal)
            Text("whole width")
        }
    }
}

struct FramesSample: View {
    var body: some View {
        VStack {
            Text("width").frame(width: 100)
            Text("both").frame(width: 100, height: 50, alignment: .topLeading)
            Text("bounds").frame(minWidth: 10, idealWidth: 20, maxWidth: 30, minHeight: 10, maxHeight: 30)
            Text("wide").frame(maxWidth: .infinity, alignment: .leading)
            Text("all").frame(maxWidth: .infinity, maxHeight: .infinity)
            Text("padded").padding()
            Text("by").padding(4)
            Text("sides").padding(.horizontal)
            Text("side").padding(Edge.Set.leading, 8)
            Text("edges").padding([.top, .bottom, .trailing], 2).padding(.vertical, 1).padding(.all, 3)
            Text("one edge").padding(Edge.Set(.top)).padding(Edge.Set(rawValue: 2))
            Text("insets").padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
            Text("fixed").fixedSize()
            Text("fixed across").fixedSize(horizontal: true, vertical: false)
            Text("first").layoutPriority(1)
            Image(systemName: "star").resizable().scaledToFit()
            Image(systemName: "star").resizable().scaledToFill()
            Image(systemName: "star").resizable().aspectRatio(contentMode: ContentMode.fit)
            Image(systemName: "star").resizable().aspectRatio(1.5, contentMode: .fill)
            Image(systemName: "star").resizable().aspectRatio(CGSize(width: 4, height: 3), contentMode: .fit)
            Text("\(Edge.allCases.map { "\($0)" }.joined(separator: " "))")
            Text("\(Int(insets.top + insets.leading + insets.bottom + insets.trailing)) \(edges.count)")
        }
    }

    private var insets: EdgeInsets { EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4) }
    private var edges: [Edge] { [.top, .leading, .bottom, .trailing] }
}

struct PlacesSample: View {
    @Namespace private var space
    private static let points: [UnitPoint] = [
        .zero, .center, .leading, .trailing, .top, .bottom, .topLeading, .topTrailing, .bottomLeading, .bottomTrailing,
        UnitPoint(x: 0.25, y: 0.75),
    ]

    var body: some View {
        VStack {
            Text("offset").offset(x: 4, y: 2)
            Text("offset").offset(CGSize(width: 1, height: 2))
            Text("position").position(x: 10, y: 20)
            Text("position").position(CGPoint(x: 10, y: 20))
            Text("scaled").scaleEffect(2)
            Text("scaled").scaleEffect(x: 2, y: 0.5)
            Text("scaled").scaleEffect(CGSize(width: 2, height: 3))
            Text("turned").rotationEffect(.degrees(45))
            Text("turned").rotationEffect(Angle.radians(1))
            Text("turned").rotationEffect(Angle(degrees: 10) + .zero)
            Text("in space").rotation3DEffect(.degrees(30), axis: (x: 0, y: 1, z: 0))
            ForEach(Self.points, id: \.self) { Text("anchor").scaleEffect(2, anchor: $0) }
            Text("above").zIndex(2)
            Text("matched").matchedGeometryEffect(id: "a", in: space)
            Text("\(same(space)) \(Self.points[10].x > Self.points[10].y) \(Angle(radians: 1) < Angle(radians: 2))")
            Text("\(Int((-Angle(degrees: 4) - .degrees(1) * 2 / 2).degrees.rounded())) \(Angle(degrees: 0).radians)")
        }
    }

    private func same(_ id: Namespace.ID) -> Bool { id == space }
}

struct ScrollingSample: View {
    @State private var seen: Int?

    var body: some View {
        ScrollView { Text("down") }
        ScrollView(.horizontal) { Text("across") }
        ScrollView([.horizontal, .vertical], showsIndicators: false) { Text("both") }
        ScrollView { Text("bare") }.scrollIndicators(.hidden)
        ScrollViewReader { proxy in
            ScrollView {
                Button("Go") { proxy.scrollTo("end", anchor: .bottom) }
                Text("End").id("end")
            }
        }
        ScrollView { ForEach(0..<2, id: \.self) { Text("row \($0)") } }.scrollPosition(id: $seen)
        ScrollView { Text("axes \(view.axes == .vertical) \(view.showsIndicators)") }
            .scrollBounceBehavior(.basedOnSize)
            .scrollTargetBehavior(.paging)
            .scrollTargetBehavior(PagingScrollTargetBehavior())
            .scrollTargetBehavior(.viewAligned)
            .scrollTargetBehavior(ViewAlignedScrollTargetBehavior())
        view.content
        Text("\(Axis.allCases.map { "\($0)" }.joined(separator: " ")) \(Axis.Set(rawValue: 1) == .horizontal)")
        Text("\([Axis.horizontal, .vertical].count) \(Axis.Set.vertical.rawValue)")
    }

    private var view: ScrollView<Text> { ScrollView { Text("its content") } }
}

struct InsetsSample: View {
    var body: some View {
        List { Text("row") }
            .safeAreaInset(edge: .bottom) { Text("below") }
            .safeAreaInset(edge: VerticalEdge.top, spacing: 4) { Text("above") }
        Text("padding").safeAreaPadding(.horizontal, 4)
        Text("margins").contentMargins(.horizontal, 4, for: .scrollContent)
        Text("ignores").ignoresSafeArea()
        Text("ignores").ignoresSafeArea(SafeAreaRegions.keyboard, edges: .bottom)
        Text("container").containerBackground(.red, for: .navigation)
    }
}

struct GeometrySample: View {
    var body: some View {
        GeometryReader { proxy in
            Text("\(Int(proxy.size.width)) \(Int(proxy.frame(in: .global).width)) \(Int(proxy.safeAreaInsets.top))")
            Text("\(Int(proxy.frame(in: .local).minX)) \(Int(proxy.frame(in: CoordinateSpace.named("a")).minX))")
        }
        reader.content(GeometryProxy(size: .zero))
        ViewThatFits {
            Text("much")
            Text("little")
        }
        ViewThatFits(in: .horizontal) { Text("alone") }
    }

    private var reader: GeometryReader<Text> { GeometryReader { _ in Text("its content") } }
}

struct Framing: ViewModifier {
    var words: String
    func body(content: Content) -> some View {
        HStack {
            Text(words)
            content
        }
    }
}

struct BuildersSample: View {
    private let shows = true
    private let nothing: Text? = nil

    var body: some View {
        nothing
        if shows { Text("if") }
        if shows {
            Text("either")
        } else {
            Text("or")
        }
        if #available(iOS 26, *) { Text("new") }
        AnyView(Text("any"))
        AnyView(erasing: Text("erased"))
        TupleView((Text("first"), Text("second")))
        Text("modified").modifier(Framing(words: "by"))
        ModifiedContent(content: Text("modified"), modifier: Framing(words: "too"))
        ModifiedContent(content: Text("bare"), modifier: Framing(words: "not")).content
        Text("twice").modifier(Framing(words: "a").concat(Framing(words: "b")))
        Text("unchanged").modifier(EmptyModifier())
        Text("unchanged").modifier(EmptyModifier.identity)
        Group {
            Text("\(TupleView((Text("a"), Text("b"))).value.0 == Text("a"))")
        }
        built
    }

    @ViewBuilder private var built: some View {
        switch shows {
        case true: Text("switched")
        case false: EmptyView()
        }
    }
}
