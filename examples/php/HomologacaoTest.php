<?php
// The homologation as a PHPUnit test. It fails with the cause and the fix as its message.
//
//     vendor/bin/phpunit HomologacaoTest.php
use PHPUnit\Framework\TestCase;

final class HomologacaoTest extends TestCase
{
    public function testPassaNaHomologacao(): void
    {
        $homologa = getenv('HOMOLOGA') ?: 'npx homologa';
        $cliente = getenv('CLIENTE') ?: PHP_BINARY . ' ' . __DIR__ . '/homologar.php';
        exec("$homologa examine --no-page --json -- $cliente", $linhas);
        $relatorio = json_decode(implode("\n", $linhas), true);
        $this->assertIsArray($relatorio, 'homologa wrote no report');
        $erros = array_filter($relatorio['findings'], fn ($f) => $f['severity'] === 'error' && $f['consequenceOf'] === null);
        $fix = reset($erros)['hint'] ?? '';
        $this->assertSame('pass', $relatorio['verdict'], "{$relatorio['cause']}\n$fix");
    }
}
