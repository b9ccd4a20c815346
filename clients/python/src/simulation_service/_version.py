"""Version of the package, as in pyproject.toml."""

version = "1.1.0"
