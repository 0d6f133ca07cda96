/// The names of LaTeX that formulas know.
enum FormulaSymbols {
  /// Characters that `\` makes ordinary.
  static let escaped: Set<Character> = ["{", "}", "%", "$", "&", "#", "_"]

  static let signs: [Character: (String, Formula.Sign)] = [
    "+": ("+", .binary), "-": ("−", .binary), "−": ("−", .binary), "*": ("∗", .binary),
    "/": ("/", .plain), "=": ("=", .relation), "<": ("<", .relation), ">": (">", .relation),
    "≤": ("≤", .relation), "≥": ("≥", .relation), "≠": ("≠", .relation), "≈": ("≈", .relation),
    "·": ("·", .binary), "×": ("×", .binary), "÷": ("÷", .binary), "±": ("±", .binary),
    "(": ("(", .opening), "[": ("[", .opening), ")": (")", .closing), "]": ("]", .closing),
    ",": (",", .punctuation), ";": (";", .punctuation), ":": (":", .relation),
  ]

  static let commands: [String: (String, Formula.Sign)] = {
    var all: [String: (String, Formula.Sign)] = [:]
    func add(_ sign: Formula.Sign, _ list: String) {
      for entry in list.split(separator: " ") {
        let parts = entry.split(separator: "=", maxSplits: 1)
        all[String(parts[0])] = (String(parts[1]), sign)
      }
    }
    add(
      .binary,
      "cdot=· times=× div=÷ pm=± mp=∓ ast=∗ star=⋆ cup=∪ cap=∩ setminus=∖ land=∧ wedge=∧ lor=∨ "
        + "vee=∨ oplus=⊕ otimes=⊗ bullet=•")
    add(
      .relation,
      "le=≤ leq=≤ leqslant=≤ ge=≥ geq=≥ geqslant=≥ ne=≠ neq=≠ lt=< gt=> ll=≪ gg=≫ approx=≈ equiv=≡ "
        + "sim=∼ simeq=≃ cong=≅ propto=∝ to=→ rightarrow=→ longrightarrow=→ leftarrow=← gets=← "
        + "leftrightarrow=↔ Rightarrow=⇒ implies=⇒ Leftarrow=⇐ Leftrightarrow=⇔ iff=⇔ mapsto=↦ "
        + "in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇ mid=∣ nmid=∤ parallel=∥ "
        + "perp=⊥ models=⊨ vdash=⊢ uparrow=↑ downarrow=↓")
    add(
      .plain,
      "infty=∞ partial=∂ nabla=∇ emptyset=∅ varnothing=∅ forall=∀ exists=∃ nexists=∄ neg=¬ lnot=¬ "
        + "ldots=… dots=… cdots=⋯ vdots=⋮ ddots=⋱ circ=° degree=° angle=∠ triangle=△ square=□ "
        + "hbar=ℏ ell=ℓ Re=ℜ Im=ℑ aleph=ℵ prime=′ therefore=∴ because=∵ checkmark=✓ euro=€ "
        + "backslash=\\ vert=| Vert=‖")
    add(.large, "sum=∑ prod=∏ coprod=∐ int=∫ iint=∬ iiint=∭ oint=∮ bigcup=⋃ bigcap=⋂")
    add(.opening, "langle=⟨ lfloor=⌊ lceil=⌈ lbrace={ lbrack=[ lvert=| lVert=‖")
    add(.closing, "rangle=⟩ rfloor=⌋ rceil=⌉ rbrace=} rbrack=] rvert=| rVert=‖")
    add(.punctuation, "colon=:")
    return all
  }()

  static let letters: [String: String] = {
    let list =
      "alpha=α beta=β gamma=γ delta=δ epsilon=ϵ varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι "
      + "kappa=κ lambda=λ mu=μ nu=ν xi=ξ omicron=ο pi=π varpi=ϖ rho=ρ varrho=ϱ sigma=σ varsigma=ς "
      + "tau=τ upsilon=υ phi=ϕ varphi=φ chi=χ psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ "
      + "Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω imath=ı jmath=ȷ"
    return Dictionary(
      list.split(separator: " ").map { entry in
        let parts = entry.split(separator: "=")
        return (String(parts[0]), String(parts[1]))
      }, uniquingKeysWith: { $1 })
  }()

  static let functions: Set<String> = [
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh",
    "log", "ln", "lg", "exp", "lim", "max", "min", "sup", "inf", "det", "dim", "ker", "gcd", "deg",
    "arg", "mod",
  ]

  /// Functions whose subscript stands below them in a displayed formula.
  static let bounded: Set<String> = ["lim", "max", "min", "sup", "inf"]

  /// Marks above a base.
  static let marks = [
    "bar": "¯", "overline": "¯", "hat": "^", "widehat": "^", "vec": "→", "overrightarrow": "→",
    "dot": "˙", "ddot": "¨", "tilde": "~", "widetilde": "~",
  ]

  static let blackboard = [
    "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "R": "ℝ", "C": "ℂ", "P": "ℙ", "H": "ℍ", "F": "𝔽", "K": "𝕂",
  ]

  static let grids = [
    "matrix": ("", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|"),
    "cases": ("{", ""), "aligned": ("", ""), "align*": ("", ""), "array": ("", ""),
  ]
}
