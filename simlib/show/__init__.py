"""What a person sees: the terminal, a newspaper, a notebook, paper, the report."""
