"""The orders service by Python's own http.server."""

import hmac
import json
import os
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = os.environ["API_KEY"]
ORDERS = {order["id"]: order for order in json.load(open(os.environ["ORDERS_FILE"]))}
LOCK = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if body is not None:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def fail(self, status, code, message):
        self.answer(status, {"code": code, "message": message, "status": status})

    def allowed(self):
        given = self.headers.get("Authorization", "")
        if hmac.compare_digest(given.encode(), f"Bearer {KEY}".encode()):
            return True
        self.fail(401, "unauthorized", "Missing or invalid API key")
        return False

    def do_GET(self):
        if not self.allowed():
            return
        if self.path.split("?")[0] != "/v1/store/orders":
            return self.fail(404, "not_found", "No such resource")
        with LOCK:
            shown = [{k: v for k, v in order.items() if k != "status"} for order in ORDERS.values()]
        self.answer(200, shown)

    do_HEAD = do_GET

    def do_DELETE(self):
        if not self.allowed():
            return
        match = re.fullmatch(r"/v1/store/orders/(-?[0-9]{1,19})", self.path)
        with LOCK:
            order = ORDERS.get(int(match[1])) if match else None
            if order is None or order["status"] == "cancelled":
                return self.fail(404, "order_not_found", "No such order")
            if order["status"] == "shipped":
                return self.answer(409, {"reason": "shipped"})
            order["status"] = "cancelled"
        self.answer(204)

    def log_message(self, *_args):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
