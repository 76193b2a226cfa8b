"""The local page on which setters set, check and understand a puzzle; see `docs/explanations/inside-the-page.md`."""
