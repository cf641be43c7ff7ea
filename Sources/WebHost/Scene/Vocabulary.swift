/// The elements that a page may hold.
///
/// The list is closed: what is not in it cannot be shown, and so cannot do harm.
public enum Element: String, Sendable, Hashable, CaseIterable {
    /// Parts of a page, blocks and runs of text.
    case main, header, footer, nav, section, article, aside, form, search, div, span, p, hr
    /// Headings.
    case h1, h2, h3, h4, h5, h6
    /// Lists and tables.
    case ul, ol, li, dl, dt, dd, table, thead, tbody, tr, th, td
    /// What the person acts on, and what it reports.
    case button, a, label, input, textarea, select, option, optgroup, fieldset, legend, output, progress, meter
    /// What opens and closes.
    case dialog, details, summary, menu
    /// Stress, deletion, time, code, pictures.
    case strong, em, s, u, time, code, img
}

/// The attributes that a node may have.
///
/// Those with an address (`href`, `src`) take http, https, mailto and the host's own paths; others are left out.
/// `value` is what an `option` or a radio stands for; what a field holds is a property.
public enum Attribute: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Looks, language, and whether the element can be seen and reached.
    case `class`, style, title, lang, dir, hidden, inert, tabindex, autofocus
    /// What it is, and where it leads.
    case role, href, src, alt, target, rel, download
    /// Kinds and bounds of fields.
    case type, name, value, placeholder, min, max, step, rows, maxlength, accept, multiple, autocomplete, autocapitalize
    /// How fields are filled in, and what belongs to what.
    case inputmode, enterkeyhint, disabled, readonly, required, `for`, form, datetime, open, popover, popovertarget
    /// Spelling, and cells of tables.
    case spellcheck, scope, colspan
    /// The name that is read instead of the text.
    case ariaLabel = "aria-label"
    /// The nodes whose text is the name.
    case ariaLabelledby = "aria-labelledby"
    /// The nodes whose text is read after the name.
    case ariaDescribedby = "aria-describedby"
    /// Whether readers pass over it.
    case ariaHidden = "aria-hidden"
    /// Which of several one is at: `page`, `true`…
    case ariaCurrent = "aria-current"
    /// Whether a button that stays down is down.
    case ariaPressed = "aria-pressed"
    /// Whether it is chosen.
    case ariaSelected = "aria-selected"
    /// Whether what it opens is open.
    case ariaExpanded = "aria-expanded"
    /// What it opens: `menu`, `dialog`…
    case ariaHaspopup = "aria-haspopup"
    /// Whether a dialog hides the rest; `false` opens it beside.
    case ariaModal = "aria-modal"
    /// How changes are read: `polite` or `assertive`.
    case ariaLive = "aria-live"
    /// Whether it is being worked on.
    case ariaBusy = "aria-busy"
    /// A value in words.
    case ariaValuetext = "aria-valuetext"
    /// A value as a number.
    case ariaValuenow = "aria-valuenow"
    /// The least value.
    case ariaValuemin = "aria-valuemin"
    /// The greatest value.
    case ariaValuemax = "aria-valuemax"
    /// Keys that reach it.
    case ariaKeyshortcuts = "aria-keyshortcuts"
    /// What it is, in words for people.
    case ariaRoledescription = "aria-roledescription"
    /// The level of a heading.
    case ariaLevel = "aria-level"
    /// Whether what was entered cannot be used.
    case ariaInvalid = "aria-invalid"
    /// The nodes that it changes.
    case ariaControls = "aria-controls"
    /// `horizontal` or `vertical`.
    case ariaOrientation = "aria-orientation"
    /// Whether it is on, where the element does not say so itself.
    case ariaChecked = "aria-checked"
    /// Whether it can be used, where it must stay reachable.
    case ariaDisabled = "aria-disabled"
    /// How many there are in all.
    case ariaSetsize = "aria-setsize"
    /// Which of them it is.
    case ariaPosinset = "aria-posinset"
    /// A name for tests.
    case testid = "data-testid"
    /// A word for the host and for tests: `anchor-ID`…
    case kind = "data-kind"

    /// Orders by name, so that a page is written the same way each time.
    public static func < (left: Attribute, right: Attribute) -> Bool { left.rawValue < right.rawValue }
}

/// What the person changes on the page as well as the scene: the page holds these as properties, not as attributes.
public struct Properties: Sendable, Equatable {
    /// The text of a field, the value of a slider, date or menu.
    ///
    /// Given back with a revision, so that newer keystrokes are never overwritten.
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
