import Testing
@testable import PlainYAML
