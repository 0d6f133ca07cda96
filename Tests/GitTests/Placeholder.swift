import Testing
@testable import Git
