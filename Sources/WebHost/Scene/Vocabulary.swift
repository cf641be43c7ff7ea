/// The elements that a page may hold. The list is closed: what is not in it cannot be shown, and so cannot do harm.
public enum Element: String, Sendable, Hashable, CaseIterable {
    case main, header, footer, nav, section, article, aside, form, search, div, span, p, hr
    case h1, h2, h3, h4, h5, h6
    case ul, ol, li, dl, dt, dd, table, thead, tbody, tr, th, td
    case button, a, label, input, textarea, select, option, optgroup, fieldset, legend, output, progress, meter
    case dialog, details, summary, menu
    case strong, em, s, u, time, code, img
}

/// The attributes that a node may have. Those with an address (`href`, `src`) take http, https, mailto and the host's own
/// paths; others are left out. `value` is what an `option` or a radio stands for; what a field holds is a property.
public enum Attribute: String, Sendable, Hashable, CaseIterable, Comparable {
    case `class`, style, title, lang, dir, hidden, inert, tabindex, autofocus
    case role, href, src, alt, target, rel, download
    case type, name, value, placeholder, min, max, step, rows, maxlength, accept, multiple, autocomplete, autocapitalize
    case inputmode, enterkeyhint, disabled, readonly, required, `for`, form, datetime, open, popover, popovertarget
    case spellcheck, scope, colspan
    case ariaLabel = "aria-label"
    case ariaLabelledby = "aria-labelledby"
    case ariaDescribedby = "aria-describedby"
    case ariaHidden = "aria-hidden"
    case ariaCurrent = "aria-current"
    case ariaPressed = "aria-pressed"
    case ariaSelected = "aria-selected"
    case ariaExpanded = "aria-expanded"
    case ariaHaspopup = "aria-haspopup"
    case ariaModal = "aria-modal"
    case ariaLive = "aria-live"
    case ariaBusy = "aria-busy"
    case ariaValuetext = "aria-valuetext"
    case ariaValuenow = "aria-valuenow"
    case ariaValuemin = "aria-valuemin"
    case ariaValuemax = "aria-valuemax"
    case ariaKeyshortcuts = "aria-keyshortcuts"
    case ariaRoledescription = "aria-roledescription"
    case ariaLevel = "aria-level"
    case ariaInvalid = "aria-invalid"
    case ariaControls = "aria-controls"
    case ariaOrientation = "aria-orientation"
    case ariaChecked = "aria-checked"
    case ariaDisabled = "aria-disabled"
    case ariaSetsize = "aria-setsize"
    case ariaPosinset = "aria-posinset"
    case testid = "data-testid"
    case kind = "data-kind"

    /// Orders by name, so that a page is written the same way each time.
    public static func < (left: Attribute, right: Attribute) -> Bool { left.rawValue < right.rawValue }
}

/// What the person changes on the page as well as the scene: the page holds these as properties, not as attributes.
public struct Properties: Sendable, Equatable {
    /// The text of a field, the value of a slider, date or menu. Given back with a revision, so that newer keystrokes are
    /// never overwritten.
    public var value: String?
    /// Whether a check box, radio or switch is on.
    public var isChecked: Bool?
    /// Whether a dialog, disclosure or menu stands open.
    public var isOpen: Bool?

    /// What is given; nil leaves the page's own.
    public init(value: String? = nil, isChecked: Bool? = nil, isOpen: Bool? = nil) {
        self.value = value
        self.isChecked = isChecked
        self.isOpen = isOpen
    }
}
