"""The five steps of the homologation with nothing but Python's own library.

    homologa examine --profile bling -- python3 homologar.py
"""

import base64
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

HASH = "x-bling-homologacao"
PAUSE_S = float(os.environ.get("PAUSE_S", "0.5"))


class Client:
    def __init__(self):
        self.base_url = os.environ["HOMOLOGA_BASE_URL"]
        self.token_url = os.environ["HOMOLOGA_TOKEN_URL"]
        self.access_token = os.environ["HOMOLOGA_ACCESS_TOKEN"]
        self.refresh_token = os.environ["HOMOLOGA_REFRESH_TOKEN"]
        self.hash = None
        self.is_first = True

    def send(self, method, path, body=None):
        if not self.is_first:
            time.sleep(PAUSE_S)
        self.is_first = False
        headers = {"Authorization": f"Bearer {self.access_token}"}
        if self.hash:
            headers[HASH] = self.hash
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                status, text, got = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as refusal:
            status, text, got = refusal.code, refusal.read(), refusal.headers
        self.hash = got.get(HASH) or self.hash
        return status, text

    def step(self, method, path, body=None):
        """A refused token is renewed once; then the same step goes out again."""
        status, text = self.send(method, path, body)
        if status == 401:
            self.renew()
            status, text = self.send(method, path, body)
        if not 200 <= status <= 299:
            raise SystemExit(f"{method} {path}: {status} {text.decode()}")
        return json.loads(text) if text else None

    def renew(self):
        pair = f"{os.environ['HOMOLOGA_CLIENT_ID']}:{os.environ['HOMOLOGA_CLIENT_SECRET']}"
        form = {"grant_type": "refresh_token", "refresh_token": self.refresh_token}
        request = urllib.request.Request(
            self.token_url,
            data=urllib.parse.urlencode(form).encode(),
            headers={"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            tokens = json.load(answer)
        self.access_token = tokens["access_token"]
        self.refresh_token = tokens.get("refresh_token", self.refresh_token)


def main():
    client = Client()
    path = "/homologacao/produtos"
    product = client.step("GET", path)["data"]
    created = client.step("POST", path, product)["data"]
    own = f"{path}/{created['id']}"
    client.step("PUT", own, {**product, "nome": "Copo"})
    client.step("PATCH", f"{own}/situacoes", {"situacao": "I"})
    client.step("DELETE", own)


if __name__ == "__main__":
    main()
