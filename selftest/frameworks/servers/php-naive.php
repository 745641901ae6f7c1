<?php
$token = str_replace('Bearer ', '', $_SERVER['HTTP_AUTHORIZATION'] ?? '');
if ($token != getenv('API_KEY')) {
    http_response_code(401);
    echo json_encode(['code' => 'unauthorized', 'message' => 'Unauthorized']);
    return;
}

$orders = json_decode(file_get_contents(getenv('ORDERS_FILE')), true);
$parts = explode('/', trim($_SERVER['REQUEST_URI'], '/'));

if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    header('Content-Type: application/json');
    echo json_encode($orders);
    return;
}

$id = (int) ($parts[3] ?? 0);
foreach ($orders as $index => $order) {
    if ($order['id'] !== $id) {
        continue;
    }
    if ($order['status'] === 'shipped') {
        http_response_code(409);
        return;
    }
    unset($orders[$index]);
    file_put_contents(getenv('ORDERS_FILE'), json_encode($orders));
    http_response_code(204);
    return;
}
http_response_code(404);
header('Content-Type: application/json');
echo json_encode(['code' => 'not_found', 'message' => 'Order not found', 'status' => 404]);
