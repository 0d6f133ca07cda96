@_spi(_Unicode) import Swift

/// The number of words of a text, by Unicode's word boundaries (UAX #29): the segments that contain
/// a letter or a digit. Each Chinese character and each kana of hiragana counts as a word.
public func wordCount(_ text: String) -> Int {
  var count = 0
  var start = text.startIndex
  while start < text.endIndex {
    let end = text._wordIndex(after: start)
    if text[start..<end].unicodeScalars.contains(where: {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }) {
      count += 1
    }
    start = end
  }
  return count
}
