"""The pages of the reference, made from the package itself: rules, models, commands, records and the library.

``python -m docs.generators FOLDER`` writes them as Markdown, with pictures.
"""
