"""The homologation as a pytest test. It fails with the cause and the fix as its message.

    pytest test_homologacao.py
"""
import json, os, pathlib, shlex, subprocess, sys


def test_passa_na_homologacao():
    homologa = shlex.split(os.environ.get("HOMOLOGA", "npx homologa"))
    cliente = shlex.split(os.environ.get("CLIENTE", "")) or [sys.executable, str(pathlib.Path(__file__).parent / "homologar.py")]
    ended = subprocess.run([*homologa, "examine", "--no-page", "--json", "--", *cliente], stdout=subprocess.PIPE)
    relatorio = json.loads(ended.stdout)
    erros = [f for f in relatorio["findings"] if f["severity"] == "error" and f["consequenceOf"] is None]
    fix = erros[0]["hint"] if erros else ""
    assert relatorio["verdict"] == "pass", f"{relatorio['cause']}\n{fix}"
