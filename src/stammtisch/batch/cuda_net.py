"""A net on CUDA: a block of threads for each game, a column of a matrix for each thread.

It adds up in another order than the CPU does, so what it says differs in the last digits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from numba import float32

from stammtisch.batch.cuda import cuda
from stammtisch.errors import NetError
from stammtisch.kernel.net import ACTIONS, HEADS, INPUTS, LAYERS, WIDTH, drawn, likeliest

_THREADS: Final = 256
_LONGEST: Final = 4096  # inputs, or columns


class CudaNet:
    """A net in the memory of the GPU."""

    def __init__(self, net: Any) -> None:
        """Copy it there.

        Raises:
            NetError: It is too large.
        """
        if max(net.shape[INPUTS], net.shape[WIDTH], net.shape[ACTIONS] + HEADS) > _LONGEST:
            raise NetError(f"the net's shape is {net.shape.tolist()}; on a GPU a side may be {_LONGEST} at most")
        self._arrays = [cuda.to_device(array) for array in (net.shape, net.weights, net.numbers)]

    def choose(self, observations: Any, legal: Any, streams: Any, draws: Any, actions: Any) -> None:
        """Write the action for each game: the likeliest, or where `draws` says so one that is drawn."""
        _chooser()[len(actions), _THREADS](observations, legal, *self._arrays, streams, draws, actions)


@cache
def _chooser() -> Any:  # noqa: C901  # what runs on a GPU stands inside
    @cuda.jit(device=True)
    def multiply(x: Any, rows: int, columns: int, weights: Any, at: int, numbers: Any, then: int, out: Any) -> None:
        """Write to `out` what a matrix makes of `x`."""
        for column in range(cuda.threadIdx.x, columns, cuda.blockDim.x):
            total = float32(0)
            for row in range(rows):
                if x[row] != 0:
                    total += x[row] * float32(weights[at + row * columns + column])
            out[column] = total * numbers[then + column] + numbers[then + columns + column]
        cuda.syncthreads()

    @cuda.jit
    def choose(
        observations: Any, legal: Any, shape: Any, weights: Any, numbers: Any, streams: Any, draws: Any, actions: Any
    ) -> None:
        row, thread, step = cuda.blockIdx.x, cuda.threadIdx.x, cuda.blockDim.x
        hidden = cuda.shared.array(_LONGEST, float32)
        out = cuda.shared.array(_LONGEST, float32)
        inputs, width, heads = shape[INPUTS], shape[WIDTH], shape[ACTIONS] + HEADS
        for index in range(thread, inputs, step):
            hidden[index] = observations[row, index] * numbers[index]
        cuda.syncthreads()
        at, then, rows = 0, inputs, inputs
        for layer in range(shape[LAYERS] + 1):
            multiply(hidden, rows, width, weights, at, numbers, then, out)
            for column in range(thread, width, step):
                more = max(out[column], float32(0))
                hidden[column] = more if layer == 0 else hidden[column] + more
            cuda.syncthreads()
            at, then, rows = at + rows * width, then + 2 * width, width
        multiply(hidden, width, heads, weights, at, numbers, then, out)
        if thread == 0:
            actions[row] = drawn(out, legal[row], streams[row]) if draws[row] else likeliest(out, legal[row])

    return choose
