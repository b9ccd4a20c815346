"""Version of the package, as in pyproject.toml."""

version = "1.2.0"
