import Foundation

/// Seconds since 1970 of `2026-11-20T08:00:00Z`.
func seconds(iso text: some StringProtocol) -> Int? {
  (try? Date(String(text), strategy: .iso8601)).map { Int($0.timeIntervalSince1970) }
}

/// `2026-11-20T08:00:00Z`
func iso(seconds: Int) -> String {
  Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
}
