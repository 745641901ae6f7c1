import json
import os
import sys
from functools import wraps

from flask import Flask, abort, jsonify, request

app = Flask(__name__)
orders = {order["id"]: order for order in json.load(open(os.environ["ORDERS_FILE"]))}


def auth_required(view):
    @wraps(view)
    def wrapped(*args, **kwargs):
        token = request.headers.get("Authorization").split()[1]
        if token != os.environ["API_KEY"]:
            return jsonify({"message": "Invalid token"}), 401
        return view(*args, **kwargs)

    return wrapped


@app.route("/v1/store/orders")
@auth_required
def list_orders():
    return jsonify([order for order in orders.values() if order["status"] != "shipped"])


@app.route("/v1/store/orders/<int:order_id>", methods=["DELETE"])
@auth_required
def cancel_order(order_id):
    order = orders.get(order_id)
    if not order:
        abort(404)
    if order["status"] == "shipped":
        return jsonify({"message": "Order already shipped"}), 409
    del orders[order_id]
    return "", 204


app.run("127.0.0.1", int(sys.argv[1]))
