"""The five steps of the homologation, with nothing but Python's own library.

    npx homologa examine --invalidate-at each -- python3 homologar.py
"""
import base64, json, os, time, urllib.error, urllib.parse, urllib.request
ENV, HASHES = os.environ, ("x-service-homologacao", "x-bling-homologacao")
PAUSE_S = float(ENV.get("PAUSE_MS", "1960")) / 1000


def request(method, url, headers, data=None):
    try:
        response = urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=10)
    except urllib.error.HTTPError as refusal:
        response = refusal
    with response:
        return response.status, response.read(), response.headers


class Client:
    access_token, refresh_token = ENV["HOMOLOGA_ACCESS_TOKEN"], ENV["HOMOLOGA_REFRESH_TOKEN"]
    hash, due = {}, 0.0

    def send(self, method, path, body=None):
        time.sleep(max(0, self.due - time.monotonic()))
        headers = {"Authorization": f"Bearer {self.access_token}", **self.hash}
        if body is not None:
            headers["Content-Type"], body = "application/json", json.dumps(body).encode()
        start = time.monotonic()
        status, text, got = request(method, ENV["HOMOLOGA_BASE_URL"] + path, headers, body)
        # Two seconds from start to start, even after a quick response, and within two of a response that takes 20 ms or more.
        self.due = max(start + 0.06, time.monotonic()) + PAUSE_S
        self.hash = {name: got[name] for name in HASHES if got[name]} or self.hash
        return status, text

    def step(self, method, path, body=None):
        """A refused token is renewed once; then the same step goes out again, with the new token and the newest hash."""
        status, text = self.send(method, path, body)
        if status == 401:
            self.renew()
            status, text = self.send(method, path, body)
        if not 200 <= status <= 299:
            raise SystemExit(f"{method} {path}: {status} {text.decode()}")
        return json.loads(text)["data"] if text else None

    def renew(self):
        pair = base64.b64encode(f"{ENV['HOMOLOGA_CLIENT_ID']}:{ENV['HOMOLOGA_CLIENT_SECRET']}".encode()).decode()
        form = urllib.parse.urlencode({"grant_type": "refresh_token", "refresh_token": self.refresh_token}).encode()
        status, text, _ = request("POST", ENV["HOMOLOGA_TOKEN_URL"], {"Authorization": f"Basic {pair}"}, form)
        if status != 200:
            raise SystemExit(f"renewal: {status} {text.decode()}")
        tokens = json.loads(text)  # store it: the old refresh token may be worth nothing any more
        self.access_token, self.refresh_token = tokens["access_token"], tokens.get("refresh_token", self.refresh_token)


client, path = Client(), "/homologacao/produtos"
product = client.step("GET", path)
own = f"{path}/{client.step('POST', path, product)['id']}"
client.step("PUT", own, {**product, "nome": "Copo"})
client.step("PATCH", f"{own}/situacoes", {"situacao": "I"})
client.step("DELETE", own)
