"""``python -m kawuxing`` is the console script."""

from .compiler.commands.main import main

if __name__ == "__main__":
    main()
