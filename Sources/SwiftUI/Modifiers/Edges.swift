import Foundation

/// A side of a rectangle.
///
/// Source: Apple's `Edge`.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    /// Above.
    case top
    /// Where lines begin.
    case leading
    /// Below.
    case bottom
    /// Where lines end.
    case trailing

    /// Sides.
    ///
    /// Source: Apple's `Edge.Set`.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// The bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// One side.
        public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }
        /// Above.
        public static let top = Set(.top)
        /// Where lines begin.
        public static let leading = Set(.leading)
        /// Below.
        public static let bottom = Set(.bottom)
        /// Where lines end.
        public static let trailing = Set(.trailing)
        /// All.
        public static let all: Set = [.top, .leading, .bottom, .trailing]
        /// Both sides across.
        public static let horizontal: Set = [.leading, .trailing]
        /// Above and below.
        public static let vertical: Set = [.top, .bottom]
    }
}

/// Above or below.
///
/// Source: Apple's `VerticalEdge`.
public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
    /// Above.
    case top
    /// Below.
    case bottom

    /// Above, below or both.
    ///
    /// Source: Apple's `VerticalEdge.Set`.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// The bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// Above.
        public static let top = Set(rawValue: 1)
        /// Below.
        public static let bottom = Set(rawValue: 2)
        /// Both.
        public static let all: Set = [.top, .bottom]
    }
}

/// Room at the sides, in points.
///
/// Source: Apple's `EdgeInsets`.
public struct EdgeInsets: Hashable, Sendable {
    /// Above.
    public var top: CGFloat
    /// Where lines begin.
    public var leading: CGFloat
    /// Below.
    public var bottom: CGFloat
    /// Where lines end.
    public var trailing: CGFloat
    /// Room at the sides.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
    /// None.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    var css: String { [top, trailing, bottom, leading].map { rem($0) }.joined(separator: " ") }
}
