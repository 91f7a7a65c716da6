from __future__ import annotations

import os

# The networks of these tests are tiny: to optimise the programs that train them takes longer than to run them.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
