import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

API_KEY = os.environ["API_KEY"]
orders = json.load(open(os.environ["ORDERS_FILE"]))


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.headers.get("Authorization") != "Bearer " + API_KEY:
            self.send_error(401)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(orders).encode())

    def do_DELETE(self):
        if self.headers.get("Authorization") != "Bearer " + API_KEY:
            self.send_error(401)
            return
        order_id = int(self.path.split("/")[-1])
        for order in orders:
            if order["id"] == order_id:
                if order["status"] == "shipped":
                    self.send_error(409)
                    return
                orders.remove(order)
                self.send_response(204)
                self.end_headers()
                return
        self.send_error(404)

    def log_message(self, *args):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
