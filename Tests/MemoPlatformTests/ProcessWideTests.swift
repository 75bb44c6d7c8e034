import Testing

/// Tests that run one after the other, because what a signal does belongs to the whole process.
@Suite(.serialized) struct ProcessWideTests {}
