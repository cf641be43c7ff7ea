import Foundation

@testable import SwiftUI

extension Sample {
    static let shapes: [Sample] = [
        Sample(ShapesSample.self) { ShapesSample() },
        Sample(StrokesSample.self) { StrokesSample() },
        Sample(PathsSample.self) { PathsSample() },
        Sample(ColorsSample.self) { ColorsSample() },
        Sample(StylesSample.self) { StylesSample() },
        Sample(GradientsSample.self) { GradientsSample() },
    ]
}

struct Wedge: Shape {
    func path(in rect: CGRect) -> Path {
        Path { path in
            path.move(to: CGPoint(x: rect.minX, y: rect.maxY))
            path.addLine(to: CGPoint(x: rect.midX, y: rect.minY))
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
            path.closeSubpath()
        }
    }
}

struct ShapesSample: View {
    private let box = CGRect(x: 0, y: 0, width: 10, height: 10)

    var body: some View {
        VStack {
            Rectangle()
            Circle()
            Ellipse()
            Capsule()
            Capsule(style: RoundedCornerStyle.circular)
            ContainerRelativeShape()
            RoundedRectangle(cornerRadius: 8)
            RoundedRectangle(cornerSize: CGSize(width: 4, height: 4), style: .continuous)
            UnevenRoundedRectangle(topLeadingRadius: 8, bottomTrailingRadius: 4)
            UnevenRoundedRectangle(cornerRadii: radii)
            AnyShape(Circle())
            Wedge()
            Text("clipped").clipShape(.rect)
            Text("clipped").clipShape(.circle)
            Text("clipped").clipShape(.ellipse)
            Text("clipped").clipShape(.capsule)
            Text("clipped").clipShape(.capsule(style: .circular))
            Text("clipped").clipShape(.rect(cornerRadius: 4))
            Text("clipped").clipShape(.containerRelative)
            Circle().inset(by: 2)
            Text("\(Self.count([Circle().path(in: box), Capsule().path(in: box), Rectangle().path(in: box)]))")
            Text("\(Self.count([Ellipse().path(in: box), Wedge().path(in: box), AnyShape(Circle()).path(in: box)]))")
            Text("\(Int(RoundedRectangle(cornerRadius: 3).cornerSize.width)) \(Capsule().style == .continuous)")
            Text("\(RoundedRectangle(cornerRadius: 3, style: .circular).style == .circular)")
            Text("\(UnevenRoundedRectangle(cornerRadii: radii).cornerRadii == radii)")
            Text("\(Int(radii.topLeading + radii.topTrailing + radii.bottomLeading + radii.bottomTrailing))")
        }
    }

    private var radii: RectangleCornerRadii {
        RectangleCornerRadii(topLeading: 1, bottomLeading: 2, bottomTrailing: 3, topTrailing: 4)
    }
    private static func count(_ paths: [Path]) -> Int { paths.count { !$0.isEmpty } }
}

struct StrokesSample: View {
    var body: some View {
        VStack {
            Circle().fill(.red)
            Circle().fill()
            Circle().fill(.red, style: FillStyle())
            Circle().stroke(.red, lineWidth: 2)
            Circle().stroke(lineWidth: 3)
            Circle().stroke(.red, style: StrokeStyle(lineWidth: 2, dash: [4]))
            Circle().stroke(style: StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round))
            Circle().strokeBorder(.red, lineWidth: 2)
            Circle().strokeBorder(.red, style: style)
            Circle().strokeBorder(lineWidth: 2)
            Circle().trim(from: 0, to: 0.5)
            Circle().rotation(.degrees(45))
            Circle().scale(0.5)
            Circle().offset(x: 2, y: 3)
            Circle().size(CGSize(width: 20, height: 20))
            Text("\(Int(style.lineWidth)) \(style.dash.count) \(style.lineCap == .square)")
            Text("\(Self.caps.count) \(Self.joins.count)")
        }
    }

    private var style: StrokeStyle { StrokeStyle(lineWidth: 4, lineCap: .square, lineJoin: .bevel, dash: [1, 2]) }
    private static let caps: [CGLineCap] = [.butt, .round, .square]
    private static let joins: [CGLineJoin] = [.miter, .round, .bevel]
}

struct PathsSample: View {
    var body: some View {
        VStack {
            drawn
            drawn.offsetBy(dx: 1, dy: 2)
            Path(CGRect(x: 0, y: 0, width: 10, height: 10))
            Path(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10))
            Path(roundedRect: CGRect(x: 0, y: 0, width: 10, height: 10), cornerRadius: 2)
            Text("\(drawn.isEmpty) \(Path().isEmpty) \(drawn.contains(CGPoint(x: 5, y: 5)))")
            Text("\(Int(drawn.boundingRect.width)) \(drawn.currentPoint == nil)")
            Text("\(drawn.path(in: .zero) == drawn)")
        }
    }

    private var drawn: Path {
        var path = Path()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 100, y: 0))
        path.addLines([CGPoint(x: 100, y: 100), CGPoint(x: 0, y: 100)])
        path.addQuadCurve(to: CGPoint(x: 0, y: 50), control: CGPoint(x: 10, y: 75))
        path.addCurve(to: .zero, control1: CGPoint(x: 5, y: 40), control2: CGPoint(x: 5, y: 10))
        path.closeSubpath()
        path.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
        path.addRoundedRect(in: CGRect(x: 0, y: 0, width: 5, height: 5), cornerSize: CGSize(width: 1, height: 1))
        path.addEllipse(in: CGRect(x: 0, y: 0, width: 5, height: 5))
        path.addArc(
            center: .zero,
            radius: 5,
            startAngle: .zero,
            endAngle: .degrees(90),
            clockwise: false
        )
        path.addPath(Path(CGRect(x: 1, y: 1, width: 2, height: 2)))
        return path
    }
}

struct ColorsSample: View {
    private static let colors: [Color] = [
        .red, .orange, .yellow, .green, .mint, .teal, .cyan, .blue, .indigo, .purple, .pink, .brown, .gray, .white,
        .black,
        .clear, .primary, .secondary, .accentColor,
    ]

    var body: some View {
        VStack {
            ForEach(Self.colors.indices, id: \.self) { Text("colour").foregroundStyle(Self.colors[$0]) }
            Color.red
            Color.red.opacity(0.5)
            Color(red: 0.1, green: 0.2, blue: 0.3)
            Color(Color.RGBColorSpace.displayP3, red: 1, green: 0, blue: 0, opacity: 0.5)
            Color(.sRGB, white: 0.5)
            Color(.sRGBLinear, red: 0, green: 1, blue: 0)
            Color(hue: 0.5, saturation: 1, brightness: 0.5)
            Color("Brand")
            Color.red.mix(with: .blue, by: 0.3)
            Rectangle().fill(Color.red.gradient)
            Text(verbatim: Color.red.description)
        }
    }
}

struct StylesSample: View {
    var body: some View {
        VStack {
            Group {
                Text("style").foregroundStyle(.red)
                Text("style").foregroundStyle(.orange)
                Text("style").foregroundStyle(.yellow)
                Text("style").foregroundStyle(.green)
                Text("style").foregroundStyle(.mint)
                Text("style").foregroundStyle(.teal)
                Text("style").foregroundStyle(.cyan)
                Text("style").foregroundStyle(.blue)
                Text("style").foregroundStyle(.indigo)
                Text("style").foregroundStyle(.purple)
                Text("style").foregroundStyle(.pink)
                Text("style").foregroundStyle(.brown)
                Text("style").foregroundStyle(.gray)
                Text("style").foregroundStyle(.white)
                Text("style").foregroundStyle(.black)
                Text("style").foregroundStyle(.clear)
            }
            Group {
                Text("style").foregroundStyle(.primary)
                Text("style").foregroundStyle(.secondary)
                Text("style").foregroundStyle(.tertiary)
                Text("style").foregroundStyle(.quaternary)
                Text("style").foregroundStyle(HierarchicalShapeStyle.primary)
                Text("style").foregroundStyle(HierarchicalShapeStyle.secondary)
                Text("style").foregroundStyle(HierarchicalShapeStyle.tertiary)
                Text("style").foregroundStyle(HierarchicalShapeStyle.quaternary)
                Text("style").foregroundStyle(.tint)
                Text("style").foregroundStyle(TintShapeStyle())
                Text("style").foregroundStyle(.link)
                Text("style").foregroundStyle(.placeholder)
                Text("style").foregroundStyle(.separator)
                Text("style").foregroundStyle(.foreground)
                Text("style").foregroundStyle(ForegroundStyle())
                Text("two").foregroundStyle(.red, .blue)
            }
            Group {
                Text("style").background(.background)
                Text("style").background(BackgroundStyle())
                Text("style").background(.fill)
                Text("style").background(.bar)
                Text("style").background(.ultraThinMaterial)
                Text("style").background(.thinMaterial)
                Text("style").background(.regularMaterial)
                Text("style").background(.thickMaterial)
                Text("style").background(.ultraThickMaterial)
                ForEach(Self.materials.indices, id: \.self) { Text("material").background(Self.materials[$0]) }
                Text("style").background(AnyShapeStyle(.red))
            }
        }
    }

    private static let materials: [Material] = [.ultraThin, .thin, .regular, .thick, .ultraThick, .bar]
}

struct GradientsSample: View {
    private let gradient = Gradient(colors: [.red, .blue])

    var body: some View {
        VStack {
            LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
            LinearGradient(gradient: gradient, startPoint: .leading, endPoint: .trailing)
            LinearGradient(stops: stops, startPoint: .topLeading, endPoint: .bottomTrailing)
            RadialGradient(colors: [.red, .blue], center: .center, startRadius: 0, endRadius: 50)
            RadialGradient(gradient: gradient, center: .center, startRadius: 0, endRadius: 50)
            AngularGradient(colors: [.red, .blue], center: .center)
            AngularGradient(gradient: gradient, center: .center, angle: .degrees(45))
            Rectangle().fill(.linearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom))
            Rectangle().fill(gradient)
            Rectangle().fill(AnyGradient(gradient))
            Text("\(Gradient(stops: stops).stops.map { "\($0.color.description) \($0.location)" }.joined())")
        }
    }

    private var stops: [Gradient.Stop] {
        [Gradient.Stop(color: .red, location: 0), Gradient.Stop(color: .blue, location: 1)]
    }
}
