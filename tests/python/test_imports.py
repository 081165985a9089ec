# SPDX-FileCopyrightText: 2026 the tcfft authors
# SPDX-License-Identifier: MIT
"""The package's modules import each other one way, imports inside functions and those by name included."""

import ast
import os
import pathlib
import subprocess
import sys

import pytest
import tcfft
from tcfft import _arrays

ROOT = pathlib.Path(tcfft.__file__).parent
OPTIONAL = {"numpy", "torch", "cupy"}  # what may be imported late, because a program need not have it


def modules():
    """Files by the names of their modules: "" is the package itself."""
    found = {}
    for file in ROOT.rglob("*.py"):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(name, file, known):
    """Modules of the package that a module names, and whether it does so inside a function."""
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    tree = ast.parse(file.read_text())
    late = {n for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = ".".join(filter(None, [*package[: len(package) - node.level + 1], node.module]))
        for alias in node.names:
            inner = f"{base}.{alias.name}".lstrip(".")
            yield (inner if inner in known else base), node in late


def test_one_way():
    known = modules()
    graph = {name: {to for to, _ in imports(name, file, known)} for name, file in known.items()}
    graph["_arrays"] |= set(_arrays.ADAPTERS.values())
    assert graph["_cupy"] >= {"_operand"} and graph["fft._fourier"] >= {"_call"}  # the walk finds what there is
    done, way = set(), []

    def visit(name):
        assert name not in way, " imports ".join([*way[way.index(name) :], name])
        if name not in done:
            way.append(name)
            for to in sorted(graph[name]):
                visit(to)
            way.pop()
            done.add(name)

    for name in sorted(graph):
        visit(name)


@pytest.mark.parametrize("name", sorted(set(modules()) - {"__main__"}))
def test_nothing_is_imported_late(name):
    """But for libraries that a program may lack. The command starts without the library, and is not asked."""
    known = modules()
    assert not [to for to, late in imports(name, known[name], known) if late]
    tree = ast.parse(known[name].read_text())
    for function in (f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= OPTIONAL


def test_adapters_know_nothing_of_calls():
    known = modules()
    for adapter in _arrays.ADAPTERS.values():
        assert {to for to, _ in imports(adapter, known[adapter], known)} <= {
            "_handle", "_layout", "_library", "_numbers", "_numpy", "_operand", "_scratch",
        }  # fmt: skip


@pytest.mark.parametrize("version", ["2.4.1+cu121", "1.13.0", "2.10.0", "3.0.0a0", "unknown", None])
def test_old_pytorch(tmp_path, version):
    """tcfft itself asks nothing of PyTorch; tcfft.torch says which one it needs. Here only a version stands for PyTorch."""
    (tmp_path / "torch").mkdir()
    text = 'raise ImportError("no PyTorch")' if version is None else f'__version__ = "{version}"'
    (tmp_path / "torch" / "__init__.py").write_text(text)
    program = """
import sys
import tcfft
assert "torch" not in sys.modules and tcfft.next_fast_len(7) >= 7
try:
    import tcfft.torch
except Exception as error:
    print(type(error).__name__, error)
"""
    path = os.pathsep.join([str(tmp_path), str(ROOT.parent), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path}, text=True, capture_output=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    is_old = version in ("2.4.1+cu121", "1.13.0")
    wanted = f"ImportError tcfft.torch needs PyTorch 2.5 or newer, this is {version}: " if is_old else ""
    assert run.stdout.startswith(wanted) and ("needs PyTorch" in run.stdout) == is_old, run.stdout
