import Foundation

/// Parses a time such as `2026-11-20T08:00:00Z` to seconds since 1970.
func seconds(iso text: some StringProtocol) -> Int? {
  (try? Date(String(text), strategy: .iso8601)).map { Int($0.timeIntervalSince1970) }
}

/// Formats seconds since 1970, such as `2026-11-20T08:00:00Z`.
func iso(seconds: Int) -> String {
  Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
}
