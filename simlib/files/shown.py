"""Answers that show themselves: a notebook asks the answer, and the answer asks simlib.show."""


class Shown:
    """An answer that a notebook shows as a page of tables; `simlib.show.pages` says which."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from simlib.show.pages import html_page

        return html_page(self)


class Told(Shown):
    """An answer whose text is that page too."""

    __slots__ = ()

    def __str__(self) -> str:
        from simlib.show.pages import text_page

        return text_page(self)
