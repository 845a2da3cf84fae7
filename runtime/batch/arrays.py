"""The types of the arrays that stand for many hands."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

AnyInts: TypeAlias = ArrayLike
"""Whatever NumPy can make integers of."""
Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Ints: TypeAlias = NDArray[np.int64]
Ints32: TypeAlias = NDArray[np.int32]
Masks: TypeAlias = NDArray[np.uint32]
Words: TypeAlias = NDArray[np.uint64]
