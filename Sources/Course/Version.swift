/// The version of the program, which is part of the digests of computed results.
public let teachkitVersion = "0.1.0"
