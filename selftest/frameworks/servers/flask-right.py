"""The orders service by Flask."""

import json
import os
import sys
from threading import Lock

from flask import Blueprint, Flask, abort, jsonify, request
from werkzeug.exceptions import HTTPException

app = Flask(__name__)
api = Blueprint("api", __name__, url_prefix="/v1")
orders = {order["id"]: order for order in json.load(open(os.environ["ORDERS_FILE"]))}
lock = Lock()


@app.errorhandler(HTTPException)
def as_service_error(error):
    body = {"code": error.name.lower().replace(" ", "_"), "message": error.description, "status": error.code}
    return jsonify(body), error.code


@app.before_request
def require_key():
    if request.headers.get("Authorization") != f"Bearer {os.environ['API_KEY']}":
        abort(401, "The API key is missing or invalid.")


@api.get("/store/orders")
def list_orders():
    return jsonify([{k: v for k, v in order.items() if k != "status"} for order in orders.values()])


@api.delete("/store/orders/<int(signed=True):order_id>")
def cancel_order(order_id):
    with lock:
        order = orders.get(order_id) or abort(404, "No such order.")
        if order["status"] != "pending":
            abort(409, f"The order is {order['status']}.")
        order["status"] = "cancelled"
    return "", 204


app.register_blueprint(api)
app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
