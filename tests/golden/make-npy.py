"""Small .npy files as NumPy writes them, and what they hold as JSON. Needs python3-numpy:

    python3 tests/golden/make-npy.py
"""
import json
import pathlib
import warnings

import numpy

FOLDER = pathlib.Path(__file__).parent / "npy"
warnings.simplefilter("ignore")
numbers = numpy.random.RandomState(5).standard_normal((2, 3, 4))
weights = numpy.exp(numbers) / numpy.exp(numbers).sum(-1, keepdims=True)
odd = numpy.array([[numpy.nan, numpy.inf], [-numpy.inf, 6e-8]])
counts = numpy.arange(-6, 6).reshape(3, 4)

HELD = {
    "f4": weights.astype("<f4"), "f8": weights, "f2": weights.astype("<f2"), "f4-big": weights.astype(">f4"), "f8-big": weights.astype(">f8"),
    "f4-fortran": numpy.asfortranarray(weights.astype("<f4")), "f2-odd": odd.astype("<f2"), "f4-odd": odd.astype("<f4"),
    "i1": counts.astype("i1"), "i2-big": counts.astype(">i2"), "i4": counts.astype("<i4"), "i8": counts.astype("<i8"),
    "u1": abs(counts).astype("u1"), "u8": abs(counts).astype("<u8"), "bool": counts > 0,
}
REFUSED = {"complex": counts.astype("complex64"), "unicode": numpy.array([["a", "b"]]), "object": numpy.array([[None, 1]], dtype=object), "struct": numpy.zeros((2, 2), dtype=[("a", "<f4")]), "vector": counts[0].astype("<f4"), "scalar": numpy.array(1.0), "empty": numpy.zeros((0, 3), "<f4")}

FOLDER.mkdir(exist_ok=True)
for name, array in {**HELD, **REFUSED}.items():
    numpy.save(FOLDER / f"{name}.npy", array)
for version in [(2, 0), (3, 0)]:
    with open(FOLDER / f"f4-v{version[0]}.npy", "wb") as file:
        numpy.lib.format.write_array(file, HELD["f4"], version=version)


def listed(array):
    return [str(x) if x != x or abs(x) == float("inf") else x for x in array.astype("f8").ravel().tolist()]


held = {name: {"shape": array.shape, "data": listed(array)} for name, array in HELD.items()}
held["f4-v2"] = held["f4-v3"] = held["f4"]
(FOLDER / "held.json").write_text(json.dumps(held) + "\n")
