<?php
// The orders service behind PHP's own web server, its orders in a file.
declare(strict_types=1);

function answer(int $status, mixed $body = null): never
{
    http_response_code($status);
    if ($body !== null) {
        header('Content-Type: application/json');
        echo json_encode($body, JSON_THROW_ON_ERROR);
    }
    exit;
}

function fail(int $status, string $code, string $message): never
{
    answer($status, ['code' => $code, 'message' => $message, 'status' => $status]);
}

if (!hash_equals('Bearer ' . getenv('API_KEY'), $_SERVER['HTTP_AUTHORIZATION'] ?? '')) {
    fail(401, 'unauthorized', 'Missing or invalid API key');
}

$file = fopen(getenv('ORDERS_FILE'), 'r+');
flock($file, LOCK_EX);
$orders = json_decode(stream_get_contents($file), true);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$method = $_SERVER['REQUEST_METHOD'];

if ($path === '/v1/store/orders' && ($method === 'GET' || $method === 'HEAD')) {
    answer(200, $orders);
}
if ($method !== 'DELETE' || !preg_match('#^/v1/store/orders/([0-9]{1,18})$#D', (string) $path, $match)) {
    fail(404, 'not_found', 'No such resource');
}
$index = array_search((int) $match[1], array_column($orders, 'id'), true);
if ($index === false) {
    fail(404, 'order_not_found', 'No such order');
}
if ($orders[$index]['status'] === 'shipped') {
    answer(409);
}
array_splice($orders, $index, 1);
ftruncate($file, 0);
rewind($file);
fwrite($file, json_encode($orders, JSON_THROW_ON_ERROR));
answer(204);
