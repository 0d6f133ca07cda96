import Testing

@testable import Markdown

@Suite struct RichTextTests {
  @Test(arguments: [
    ("a *b* **c** `d`", "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>\n"),
    ("~~old~~", "<p><del>old</del></p>\n"),
    ("~5 and ~6", "<p>~5 and ~6</p>\n"),
    ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"),
    (
      "| a |\n| --- |\n| 1 |",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
        + "<td>1</td>\n</tr>\n</tbody>\n</table>\n"
    ),
    ("1 < 2 & 3", "<p>1 &lt; 2 &amp; 3</p>\n"),
    ("", ""),
  ])
  func rendersMarkdown(_ text: String, _ html: String) {
    #expect(RichText.html(text) == html)
  }

  @Test func lineBreaksAreKept() {
    #expect(RichText.html("Fill in.\n3/5 = ?") == "<p>Fill in.<br />\n3/5 = ?</p>\n")
    let full = String(repeating: "word ", count: 15)
    #expect(RichText.html("\(full)\ngoes on") == "<p>\(full.dropLast())\ngoes on</p>\n")
    #expect(RichText.html("    a\n\n    b\r\n") == "<pre><code>a\n\nb\n</code></pre>\n")
  }

  @Test func formulasBecomeMathML() {
    #expect(
      RichText.html("What is $\\frac{1}{2}$ of *10*?")
        == "<p>What is <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> of <em>10</em>?</p>\n")
    #expect(RichText.html("$$x < y$$").contains("<math display=\"block\">"))
  }

  @Test(arguments: ["$\\foo_1 * b_1 * c$", "$a & b$", "$$\\frac{1}$$"])
  func otherFormulasStayAsTyped(_ text: String) {
    let typed = text.replacing("&", with: "&amp;")
    #expect(RichText.html(text) == "<p><span class=\"formula\">\(typed)</span></p>\n")
  }

  @Test(arguments: [
    ("`$x_1$`", "<p><code>$x_1$</code></p>\n"),
    ("    a $x$ b", "<pre><code>a $x$ b\n</code></pre>\n"),
  ])
  func codeContainsNoFormulas(_ text: String, _ html: String) {
    #expect(RichText.html(text) == html)
  }

  @Test(arguments: ["$5 and $6", "5 $ and 6 $", "\\$a$", "$", "$$", "a $ b"])
  func amountsOfMoneyAreNotFormulas(_ text: String) {
    #expect(!RichText.html(text).contains("formula") && !RichText.html(text).contains("<math"))
  }

  // MARK: Terminals

  @Test(arguments: [
    ("- one two three four five\n- b", ["• one two three four", "  five", "• b"]),
    ("3. c\n4. d", ["3. c", "4. d"]),
    ("a\n\n    x = [y](z)\n", ["a", "", "    x = [y](z)"]),
    ("# Title\n> said", ["Title", "", "│ said"]),
    ("[a](https://x.y) <b>", ["a (https://x.y) <b>"]),
    ("![A cat](cat.png)", ["[A cat]"]),
    ("| a | b |\n| --- | --- |\n| long | 1 |", ["a     b", "long  1"]),
    ("`$x$` is $x^2$", ["$x$ is x²"]),
    ("one\ntwo", ["one", "two"]),
    ("\u{1B}[2J", ["\\u{1B}[2J"]),
  ])
  func terminalsShowMarkdown(_ text: String, _ lines: [String]) {
    #expect(RichText.lines(text, width: 22).map(\.text) == lines)
  }

  @Test func terminalsShowEmphasis() {
    let lines = RichText.lines("a *b* **c d** `e_f` [x](y) [x](y)", keeping: ["[x](y)"], width: 20)
    #expect(
      lines == [
        TextLine(spans: [
          .init(text: "a ", style: .plain), .init(text: "b", style: .emphasis),
          .init(text: " ", style: .plain), .init(text: "c d", style: .strong),
          .init(text: " ", style: .plain), .init(text: "e_f", style: .code),
          .init(text: " [x](y)", style: .plain),
        ]), TextLine(spans: [.init(text: "[x](y)", style: .plain)]),
      ])
  }

  // MARK: What must never get through

  @Test(arguments: [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b onclick='x'>b</b>",
    "<div>\n<iframe src=//evil.example></iframe>\n</div>", "<!-- --><svg onload=x>",
    "<style>*{display:none}</style>", "<a href='javascript:x'>a</a>", "<![CDATA[<b>]]>",
    "<?php x ?>", "<!DOCTYPE x>", "| a |\n| --- |\n| <script>x</script> |",
    "![<script>x</script>](a.png)", "[<script>x</script>](http://a)", "`<script>`",
    "```<script>\n<script>\n```", "~~<script>~~", "# <script>", "- <script>x", "> <script>\n> x",
    "[a]: http://x '<script>'\n\n[a]", "&lt;script&gt;", "\u{1}0\u{2}<script>",
  ])
  func htmlIsEscaped(_ text: String) {
    let html = RichText.html(text) { "<i>\(escaped($0)) \(escaped($1))</i>" }
    for tag in tags(of: html) { #expect(allowed.contains(tag), "<\(tag)> in \(html)") }
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\u{9}script:x", "java&#x09;script:x",
    "&#106;avascript:x", "vbscript:x", "data:text/html,<script>", "file:///etc/passwd", "//evil",
    "<javascript:x>", "\u{1}javascript:x", "files/a.csv", "#top", "http", "",
  ])
  func otherLinksAreDisabled(_ target: String) {
    for text in ["[a](\(target))", "[a][b]\n\n[b]: \(target)", "<\(target)>"] {
      #expect(!RichText.html(text).contains("<a"), "\(text)")
    }
  }

  @Test func webLinksAreUnchanged() {
    #expect(
      RichText.html("[*a*](https://x.example/?a=1&b=\"2\" 't')")
        .contains("<em>a</em>") == true)
    #expect(
      RichText.html("https://x.example/a")
        == "<p><a href=\"https://x.example/a\">https://x.example/a</a></p>\n")
    #expect(
      RichText.html("[a](http://x/'onclick='y)")
        == "<p><a href=\"http://x/&#39;onclick=&#39;y\">a</a></p>\n")
  }

  @Test func picturesAreReplacedByTheCaller() {
    let html = RichText.html("![one *two*](<a b.png> \"t\") ![](x)\n\n| ![c](d) |\n| --- |") {
      "<img \($0)|\($1)>"
    }
    for picture in ["<img a b.png|one two>", "<img x|>", "<img d|c>"] {
      #expect(html.contains(picture))
    }
    #expect(RichText.html("![words](http://evil.example/a.png)") == "<p>words</p>\n")
  }

  @Test func markersBecomeHTML() {
    let marks = [("{{a}}", "<u>1</u>"), ("{{b}}", "<u>2</u>")]
    #expect(
      RichText.html("{{b}} *{{a}}* `{{a}}` {{c}}", marks: marks)
        == "<p><u>2</u> <em><u>1</u></em> <code><u>1</u></code> {{c}}</p>\n")
    // Markers inside attributes are not replaced, because they could end the attribute.
    #expect(
      !RichText.html("[x](http://y/{{a}} '{{a}}') ![{{a}}](z)", marks: marks).contains("<u>"))
  }

  @Test func hiddenCharactersAreShown() {
    #expect(RichText.html("a\u{202E}b\u{7}") == "<p>a\\u{202E}b\\u{7}</p>\n")
    #expect(RichText.html("א\u{200F}!") == "<p>א\u{200F}!</p>\n")
    #expect(escaped("\u{200E}<'\">\u{200E}") == "\u{200E}&lt;&#39;&quot;&gt;\u{200E}")
  }

  @Test func combiningMarksDoNotHideMarkup() {
    #expect(
      escaped("<\u{338}b \"\u{338} '\u{338}")
        .unicodeScalars.elementsEqual("&lt;\u{338}b &quot;\u{338} &#39;\u{338}".unicodeScalars))
  }

  @Test func deepNestingIsLimited() {
    for text in [">", "[", "*a ", "- ", "![", "<a ", "`"] {
      let nested = String(repeating: text, count: 4_000)
      #expect(!RichText.html(nested).isEmpty)
      #expect(!RichText.lines(nested + "x", width: 80).isEmpty)
    }
  }

  private let allowed: Set<String> = [
    "p", "/p", "i", "/i", "a", "/a", "code", "/code", "pre", "/pre", "del", "/del", "h1", "/h1",
    "ul", "/ul", "li", "/li", "blockquote", "/blockquote", "table", "/table", "thead", "/thead",
    "tbody", "/tbody", "tr", "/tr", "th", "/th", "td", "/td", "span", "/span", "br", "em", "/em",
  ]

  /// The names of the tags in HTML.
  private func tags(of html: String) -> [String] {
    html.split(separator: "<", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "!" }).lowercased()
    }
  }
}
