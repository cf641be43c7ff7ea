import Foundation
import WebHost

/// A line through points.
///
/// Drawn as a polygon: curves are followed in steps. Source: Apple's `Path`.
public struct Path: Equatable, Sendable {
    private enum Step: Equatable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case close
    }
    private var steps: [Step] = []
    private static let curveSteps = 16

    /// No points.
    public init() {}
    /// A line that is drawn by a function.
    public init(_ callback: (inout Path) -> Void) { callback(&self) }
    /// A rectangle.
    public init(_ rect: CGRect) { addRect(rect) }
    /// A rectangle; its corners are pointed.
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRect(rect)
    }
    /// An ellipse.
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

    /// Whether there are no points.
    public var isEmpty: Bool { steps.isEmpty }
    /// Where the line is.
    public var currentPoint: CGPoint? { points.last }
    /// The smallest rectangle around.
    public var boundingRect: CGRect {
        guard let first = points.first else { return .zero }
        return points.reduce(CGRect(origin: first, size: .zero)) { $0.union(CGRect(origin: $1, size: .zero)) }
    }

    private var points: [CGPoint] {
        steps.compactMap { step in
            switch step {
            case .move(let point), .line(let point): point
            case .close: nil
            }
        }
    }

    /// Begins elsewhere.
    public mutating func move(to end: CGPoint) { steps.append(.move(end)) }
    /// A straight line.
    public mutating func addLine(to end: CGPoint) { steps.append(.line(end)) }
    /// Straight lines.
    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        lines.dropFirst().forEach { addLine(to: $0) }
    }
    /// Back to the beginning.
    public mutating func closeSubpath() { steps.append(.close) }
    /// A rectangle.
    public mutating func addRect(_ rect: CGRect) {
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        closeSubpath()
    }
    /// A rectangle; its corners are pointed.
    public mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        addRect(rect)
    }
    /// An ellipse.
    public mutating func addEllipse(in rect: CGRect) {
        for step in 0..<(Self.curveSteps * 2) {
            let angle = Double(step) * .pi / Double(Self.curveSteps)
            let point = CGPoint(x: rect.midX + rect.width / 2 * cos(angle), y: rect.midY + rect.height / 2 * sin(angle))
            if step == 0 { move(to: point) } else { addLine(to: point) }
        }
        closeSubpath()
    }
    /// A part of a circle.
    public mutating func addArc(center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool) {
        var turn = endAngle.radians - startAngle.radians
        guard turn.isFinite else { return }
        if !clockwise, turn < 0 { turn += 2 * .pi }
        if clockwise, turn > 0 { turn -= 2 * .pi }
        for step in 0...Self.curveSteps {
            let angle = startAngle.radians + turn * Double(step) / Double(Self.curveSteps)
            let point = CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
            if steps.isEmpty { move(to: point) } else { addLine(to: point) }
        }
    }
    /// A curve with one control point.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        let start = currentPoint ?? .zero
        for step in 1...Self.curveSteps {
            let part = CGFloat(step) / CGFloat(Self.curveSteps)
            let rest = 1 - part
            let x = rest * rest * start.x + 2 * rest * part * control.x + part * part * end.x
            let y = rest * rest * start.y + 2 * rest * part * control.y + part * part * end.y
            addLine(to: CGPoint(x: x, y: y))
        }
    }
    /// A curve with two control points.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        let start = currentPoint ?? .zero
        for step in 1...Self.curveSteps {
            let part = CGFloat(step) / CGFloat(Self.curveSteps)
            let rest = 1 - part
            func mix(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> CGFloat {
                let outer = rest * rest * rest * a + part * part * part * d
                return outer + 3 * rest * rest * part * b + 3 * rest * part * part * c
            }
            addLine(
                to: CGPoint(
                    x: mix(start.x, control1.x, control2.x, end.x),
                    y: mix(start.y, control1.y, control2.y, end.y)
                )
            )
        }
    }
    /// Another line.
    public mutating func addPath(_ path: Path) { steps += path.steps }
    /// The same elsewhere, in points.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path {
        var copy = Path()
        copy.steps = steps.map { step in
            switch step {
            case .move(let point): .move(CGPoint(x: point.x + dx, y: point.y + dy))
            case .line(let point): .line(CGPoint(x: point.x + dx, y: point.y + dy))
            case .close: .close
            }
        }
        return copy
    }
    /// Whether a point lies inside, by how often a ray crosses the line.
    public func contains(_ p: CGPoint, eoFill: Bool = false) -> Bool {
        let all = points
        guard var last = all.last else { return false }
        var isInside = false
        for point in all {
            if (point.y > p.y) != (last.y > p.y),
                p.x < (last.x - point.x) * (p.y - point.y) / (last.y - point.y) + point.x
            {
                isInside.toggle()
            }
            last = point
        }
        return isInside
    }

    /// A polygon through the points, which stand in a square of 100.
    var outline: _Outline {
        let corners = points.map { "\(decimal($0.x))% \(decimal($0.y))%" }
        guard corners.count > 2 else { return _Outline() }
        return _Outline(styles: ["clip-path": "polygon(\(corners.joined(separator: ",")))"])
    }
}

extension Path: Shape {
    /// The path itself.
    public func path(in rect: CGRect) -> Path { self }
    /// A polygon in the path's own size.
    public var _outline: _Outline {
        let box = boundingRect
        var outline = _Outline()
        guard box.width > 0, box.height > 0 else { return outline }
        let corners = points.map {
            "\(decimal(($0.x - box.minX) / box.width * 100))% \(decimal(($0.y - box.minY) / box.height * 100))%"
        }
        outline.styles = [
            "clip-path": "polygon(\(corners.joined(separator: ",")))", "width": rem(box.width),
            "height": rem(box.height),
        ]
        return outline
    }
}
