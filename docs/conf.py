"""The site: Sphinx with MyST for the Markdown, and Furo; `sphinx-build -W docs site` makes it.

The pages are plain Markdown that GitHub shows as well. All files of the site are local, and the search index is a
script, so that it can be read and searched without a network or a server. The pages in `reference/generated` are made
anew each time, by `docs.generators`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from docs.generators.reference import write_reference

project = "sudoku-cp"
html_title = "sudoku-cp"
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_show_search_summary = False  # excerpts cannot be fetched where the site is read from files

extensions = ["myst_parser"]
exclude_patterns = ["examples", "notebooks"]
myst_heading_anchors = 4
nitpicky = True


def setup(app):
    """Write the reference before the pages are read."""
    app.connect("builder-inited", lambda app: write_reference(Path(app.srcdir, "reference", "generated")))
