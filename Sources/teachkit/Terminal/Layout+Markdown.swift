import Markdown
import Reports
import Text

extension Layout {
  /// Markdown as wrapped lines: rendered if tones are visible, or else as typed.
  ///
  /// - Parameter names: texts to show as they are, such as the names of gaps.
  func markdown(_ text: String, keeping names: [String] = [], to width: Int) -> [String] {
    guard hasColors else {
      var lines = wrapped(visible(text.withReadableFormulas, keepingLines: true), to: width)
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
    return RichText.lines(text, keeping: names, width: width).map { line in
      line.spans.map { paint($0.text, $0.style.tone) }.joined()
    }
  }
}

extension TextLine.Style {
  fileprivate var tone: Tone {
    switch self {
    case .plain: .plain
    case .strong: .strong
    case .emphasis: .emphasis
    case .code: .code
    case .quiet: .quiet
    }
  }
}
