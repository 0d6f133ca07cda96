import Testing

@testable import Text

@Suite struct FormulaTests {
  /// Formulas of a course from fractions to calculus, as a terminal shows them.
  @Test(arguments: [
    (#"\frac{1}{2} + \frac{1}{4} = \frac{3}{4}"#, "1/2 + 1/4 = 3/4"),
    (#"2\frac{1}{3}"#, "2 1/3"), (#"\frac{1}{2}\frac{1}{3}"#, "(1/2)(1/3)"),
    (#"\frac{1}{2}x"#, "(1/2)x"), (#"2\sqrt[5]{x}"#, "2 ⁵√x"), (#"\sqrt{2}x"#, "√2·x"),
    (#"\frac{a+b}{2}"#, "(a + b)/2"),
    (#"\frac{\frac{1}{2}}{3}"#, "(1/2)/3"), (#"\dfrac{3x}{4y}"#, "(3x)/(4y)"),
    (#"3 \cdot 4 = 12"#, "3 · 4 = 12"), (#"12 : 4"#, "12 : 4"), (#"8 \div 2"#, "8 ÷ 2"),
    (#"3 \times (-4)"#, "3 × (−4)"), (#"-5 + 3"#, "−5 + 3"), (#"a = -b"#, "a = −b"),
    (#"0.5 = 50\%"#, "0.5 = 50%"), (#"1{,}5"#, "1,5"), (#"1,5"#, "1,5"),
    ("x^2 + y^2 = z^2", "x² + y² = z²"), ("x^{10}", "x¹⁰"), ("2^{-3}", "2⁻³"),
    (#"10^{n+1}"#, "10ⁿ⁺¹"), (#"e^{i\pi}"#, "e^(iπ)"), ("(a+b)^2", "(a + b)²"),
    ("x_1, x_2", "x₁, x₂"), ("a_{n+1}", "aₙ₊₁"), ("x_1^2", "x₁²"), ("H_2O", "H₂O"),
    (#"\sqrt{2}"#, "√2"), (#"\sqrt{x^2}"#, "√(x²)"), (#"\sqrt{x+1}"#, "√(x + 1)"),
    (#"\sqrt[3]{8} = 2"#, "∛8 = 2"),
    (#"\sqrt[5]{x}"#, "⁵√x"), (#"\sqrt{\frac{a}{b}}"#, "√(a/b)"),
    (#"x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}"#, "x_(1,2) = (−b ± √(b² − 4ac))/(2a)"),
    (#"\pi \approx 3.14"#, "π ≈ 3.14"), (#"\alpha + \beta \le 180^\circ"#, "α + β ≤ 180°"),
    (#"A \cup B \subseteq C"#, "A ∪ B ⊆ C"), (#"x \in \mathbb{R} \setminus \{0\}"#, "x ∈ ℝ ∖ {0}"),
    (#"\sin x"#, "sin x"), (#"\sin(x)"#, "sin(x)"), (#"2\cos^2 \alpha"#, "2 cos² α"),
    (#"\log_2 8 = 3"#, "log₂ 8 = 3"), (#"\ln e"#, "ln e"),
    (#"\lim_{x \to 0} \frac{\sin x}{x} = 1"#, "lim_(x → 0) (sin x)/x = 1"),
    (#"\sum_{i=1}^{n} i = \frac{n(n+1)}{2}"#, "∑ᵢ₌₁ⁿ i = (n(n + 1))/2"),
    (#"\int_0^1 x^2 \, dx = \frac{1}{3}"#, "∫₀¹ x² dx = 1/3"),
    (#"f'(x) = 2x"#, "f′(x) = 2x"), (#"\frac{dy}{dx}"#, "(dy)/(dx)"),
    (#"\vec{a} \perp \vec{b}"#, "a⃗ ⊥ b⃗"), (#"\overline{AB}"#, "¯(AB)"),
    (#"\left( \frac{1}{2} \right)^3"#, "(1/2)³"), (#"\left| x \right|"#, "|x|"),
    (#"\binom{n}{k}"#, "(n over k)"), (#"v = \frac{s}{t} \text{ in m/s}"#, "v = s/t in m/s"),
    (#"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}"#, "(1, 0; 0, 1)"),
    (#"|x| = \begin{cases} x & x \ge 0 \\ -x & x < 0 \end{cases}"#, "|x| = {x, x ≥ 0; −x, x < 0"),
    (#"a \Rightarrow b"#, "a ⇒ b"), (#"n \to \infty"#, "n → ∞"), (#"\$5"#, "$5"), ("", ""),
  ])
  func formulasAreReadableInATerminal(_ source: String, _ text: String) throws {
    #expect(try Formula(source).text == text)
  }

  @Test(arguments: [
    (#"\frac{1}{2}"#, "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"),
    ("x^2", "<math><msup><mi>x</mi><mn>2</mn></msup></math>"),
    (#"\sqrt[3]{8}"#, "<math><mroot><mn>8</mn><mn>3</mn></mroot></math>"),
    ("a<b", "<math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math>"),
    (
      #"\text{a & <b>}"#, "<math><mtext>a &amp; &lt;b&gt;</mtext></math>"
    ),
  ])
  func formulasBecomeMathML(_ source: String, _ markup: String) throws {
    #expect(try Formula(source).mathML() == markup)
  }

  @Test func boundsOfADisplayedSumStandBelowAndAbove() throws {
    let sum = try Formula(#"\sum_{i=1}^{n} i"#)
    #expect(sum.mathML().contains("<msubsup>"))
    #expect(sum.mathML(isBlock: true).contains("<munderover>"))
  }

  @Test(arguments: [
    (#"\foo"#, Formula.Fault.unknownCommand(#"\foo"#)), ("{", .unbalanced), ("}", .unbalanced),
    (#"\frac{1}"#, .incomplete), ("x^", .incomplete), (#"\left( x"#, .unbalanced),
    (#"\begin{x}\end{x}"#, .unknownCommand(#"\begin{x}"#)), (#"\sqrt[3{x}"#, .unbalanced),
    (#"\mathbb{X}"#, .unknownCommand(#"\mathbb{X}"#)), ("a & b", .unbalanced), (#"\"#, .incomplete),
    (String(repeating: "{", count: 1000), .tooLong),
    (String(repeating: "x", count: 3000), .tooLong),
    (String(repeating: "x^", count: 900) + "x", .incomplete),
  ])
  func otherFormulasAreFaulty(_ source: String, _ fault: Formula.Fault) {
    do {
      let text = try Formula(source).text
      #expect(fault == .incomplete && source.hasPrefix("x^x^"), "\(text)")
    } catch {
      #expect(error == fault)
    }
  }

  @Test(arguments: [
    ("It costs $5 and $6.", "It costs $5 and $6."),
    ("$5 or $6, $x^2$ and $\\$5$", "$5 or $6, x² and $5"), (#"\$1 and $x$"#, #"\$1 and x"#),
    ("What is $\\frac{1}{2}$ of $10$?", "What is 1/2 of 10?"), ("$\\foo$ stays", "$\\foo$ stays"),
    ("$$x^2$$", "x²"), ("$ x$", "$ x$"), ("$x\ny$", "$x\ny$"), ("a $", "a $"),
  ])
  func dollarsOfMoneyStay(_ text: String, _ shown: String) {
    #expect(text.withReadableFormulas == shown)
  }
}
