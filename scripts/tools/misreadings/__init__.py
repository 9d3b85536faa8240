"""A second auditor, written from docs/protocol.md alone, and what it would say if it misread a sentence.

It shares no line with `protocol` and follows the text, not the program: each class is a section of
the specification and builds on the one before, each method about a sentence. `readings` overrides one
method at a time; the vectors below tests/vectors have to notice every one of them.

    python -m scripts.tools.misreadings
"""
