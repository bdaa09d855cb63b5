"""The service of the shop, until its input ends. Prints its address."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Service(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps({"id": self.path.rsplit("/", 1)[-1], "total": 12.5}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"127.0.0.1:{server.server_port}", flush=True)
sys.stdin.read()
