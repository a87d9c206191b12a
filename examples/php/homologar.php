<?php
// The five steps of the homologation, with nothing but PHP.
//
//     npx homologa examine --invalidate-at each -- php homologar.php
const HASH = '/^x-(service|bling)-homologacao:/i';
$pause = (int) (getenv('PAUSE_MS') ?: 1960);
$token = ['access_token' => getenv('HOMOLOGA_ACCESS_TOKEN'), 'refresh_token' => getenv('HOMOLOGA_REFRESH_TOKEN')];
$hash = null; // the whole header line, because its name depends on the service
$due = 0.0;

function request(string $method, string $url, array $headers, ?string $body): array {
    $http = ['method' => $method, 'header' => $headers, 'content' => $body ?? '', 'ignore_errors' => true, 'timeout' => 10];
    $text = file_get_contents($url, false, stream_context_create(['http' => $http]));
    preg_match('/^HTTP\/\S+ (\d+)/', $http_response_header[0], $status);
    return [(int) $status[1], $text, array_values(preg_grep(HASH, $http_response_header))[0] ?? null];
}

function send(string $method, string $path, ?array $body): array {
    global $token, $hash, $due, $pause;
    usleep((int) max(0, 1e6 * ($due - microtime(true))));
    $headers = ["Authorization: Bearer {$token['access_token']}"];
    if ($hash) $headers[] = $hash;
    if ($body !== null) $headers[] = 'Content-Type: application/json';
    $json = $body === null ? null : json_encode($body, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION);
    $start = microtime(true);
    [$status, $text, $new] = request($method, getenv('HOMOLOGA_BASE_URL') . $path, $headers, $json);
    $hash = $new ?? $hash;
    // Two seconds from start to start, even after a quick response, and within two of a response that takes 20 ms or more.
    $due = max($start + 0.06, microtime(true)) + $pause / 1000;
    return [$status, $text];
}

/** A refused token is renewed once; then the same step goes out again, with the new token and the newest hash. */
function step(string $method, string $path, ?array $body = null): ?array {
    [$status, $text] = send($method, $path, $body);
    if ($status === 401) {
        renew();
        [$status, $text] = send($method, $path, $body);
    }
    if ($status < 200 || $status > 299) exit("$method $path: $status $text\n");
    return $text === '' ? null : json_decode($text, true)['data'];
}

function renew(): void {
    global $token;
    $pair = base64_encode(getenv('HOMOLOGA_CLIENT_ID') . ':' . getenv('HOMOLOGA_CLIENT_SECRET'));
    $form = http_build_query(['grant_type' => 'refresh_token', 'refresh_token' => $token['refresh_token']]);
    $headers = ["Authorization: Basic $pair", 'Content-Type: application/x-www-form-urlencoded'];
    [$status, $text] = request('POST', getenv('HOMOLOGA_TOKEN_URL'), $headers, $form);
    if ($status !== 200) exit("renewal: $status $text\n");
    $token = array_merge($token, json_decode($text, true)); // store it: the old refresh token may be worth nothing any more
}

$path = '/homologacao/produtos';
$product = step('GET', $path);
$id = step('POST', $path, $product)['id'];
step('PUT', "$path/$id", array_merge($product, ['nome' => 'Copo']));
step('PATCH', "$path/$id/situacoes", ['situacao' => 'I']);
step('DELETE', "$path/$id");
