import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/growth.js'
import { containsStackTrace, isRawJson, languageOf, readHtml, wordsOf } from './read-html.js'

describe('reading a page without a browser', () => {
  it('finds what a person and a browser find', () => {
    const read = readHtml(
      `<!DOCTYPE html><HTML LANG='pt-BR'><head><title>Conex&atilde;o &amp; mais</title>
       <meta content="width=device-width" name=viewport><style>p{}</style></head>
       <body><!-- hidden --><script>var x = "<p>no</p>"</script><p>Ol&aacute;,&nbsp;mundo</p>
       <p hidden>gone</p><noscript>Ative o JavaScript</noscript><a href=/painel>painel</a></body></html>`,
    )
    expect(read).toMatchObject({
      title: 'Conexão & mais',
      lang: 'pt-BR',
      viewport: 'width=device-width',
      text: 'Olá, mundo painel',
      hasScripts: true,
    })
    expect(read.links).toContain('/painel')
  })

  it.each([
    ['<meta http-equiv="refresh" content="0;url=/pronto">', '/pronto'],
    [`<META HTTP-EQUIV=Refresh CONTENT="0; URL='/a?b=1&amp;c=2'">`, '/a?b=1&c=2'],
    ['<meta http-equiv="refresh" content="0.5, https://app.example/">', 'https://app.example/'],
    ['<meta http-equiv="refresh" content="5;url=/pronto">', ''],
    ['<meta http-equiv="refresh" content="0">', ''],
    ['<meta name="refresh" content="0;url=/pronto">', ''],
    ['<div hidden><meta http-equiv="refresh" content="0;url=/pronto"></div>', '/pronto'],
    ['<noscript><meta http-equiv="refresh" content="0;url=/sem-scripts"></noscript>', ''],
  ])('of %s sends its reader on to %j', (html, refresh) => expect(readHtml(html).refresh).toBe(refresh))

  it.each([
    ['a style', `<style>${'a{}'.repeat(400_000)}</style>`],
    ['a script', `<script>${'a();'.repeat(300_000)}</script>`],
    ['a picture', `<img src="data:image/png;base64,${'A'.repeat(1_200_000)}">`],
  ])('finds the first word behind %s of a megabyte', (_, html) => {
    expect(readHtml(`<body>${html}<h1>Conta conectada</h1>`).heading).toBe('Conta conectada')
  })

  it('reads what is broken as far as it goes', () => {
    expect(readHtml('<p>aberto <b>e nunca fechado').text).toBe('aberto e nunca fechado')
    expect(readHtml('<script>never closed <p>no</p>').words).toEqual([])
    expect(readHtml('<!-- never closed <p>no</p>').words).toEqual([])
    expect(readHtml('1 < 2 e 3 > 2').text).toBe('1 < 2 e 3 > 2')
    expect(readHtml(`${' '.repeat(1_999_999)}fim`).text).toBe('f')
  })

  it.each([
    ['', ''],
    ['sem marcas', 'sem marcas'],
    ['aberto <b', 'aberto'],
    ['<b', ''],
    ['5 < 3', '5 < 3'],
    ['1 < <b>2</b>', '1 < 2'],
    ['3 < 4 <!-- nada -->5', '3 < 4 5'],
    ['--><!-- nada -->fim', '-->fim'],
    ['a<!doctype html>b</>c', 'abc'],
    ['<p hidden>nada</p>fim', 'fim'],
    ['<p hidden class="x">nada</p>fim', 'fim'],
    ['<p hiddenly>tudo</p>', 'tudo'],
    ['<p data-hidden="x">tudo</p>', 'tudo'],
    ['<div hidden><p hidden>a</p>b</div>fim', 'fim'],
    ['<div hidden><div>a</div>b</div>fim', 'fim'],
    ['</svg><p hidden>nada</p>fim', 'fim'],
    ['<img hidden>fim', 'fim'],
    ['<p style="display:none">nada</p>fim', 'fim'],
    ['<p style="color:red;display : none">nada</p>fim', 'fim'],
    ['<p style="display:block">tudo</p>', 'tudo'],
    ['&#xe7;&#XE7;&#231;&ccedil;&Ccedil;', 'ççççÇ'],
    ['&xaacute; &aacutex; &#x110000; &#0;', '&xaacute; áx; \u{FFFD} \u{FFFD}'],
    ['&#x10FFFF;', '\u{10FFFF}'],
  ])('of %j a person sees %j', (html, text) => expect(readHtml(html).text).toBe(text))

  it.each([
    ['', ''],
    ['<h1>Sucesso</h1> e mais', 'Sucesso'],
    ['<h1></h1>depois', ''],
    ['<h1>Um</h1><h1>Dois</h1>', 'Um'],
    ['<h1></h1><h1>Dois</h1>', 'Dois'],
    ['<h2>Dois</h2><h1>Um</h1>', 'Um'],
    ['<h3>Três</h3><h2>Dois</h2>', 'Dois'],
    ['<x-h1>Outro</x-h1>', ''],
  ])('of %j the heading is %j', (html, heading) => expect(readHtml(html).heading).toBe(heading))

  it('takes no element for another', () => {
    expect(readHtml('texto')).toMatchObject({
      title: '',
      lang: '',
      viewport: '',
      referrer: '',
      refresh: '',
      links: [],
      hasScripts: false,
      hasPassword: false,
    })
    expect(readHtml('<style>p{}</style><title>Um</title><title>Dois</title>').title).toBe('Um')
    expect(readHtml('<p title="<input type=password>').hasPassword).toBe(false)
    expect(readHtml('<p title="<meta name=viewport content=1>').viewport).toBe('')
    expect(readHtml('<p></p href="/x">').links).toEqual([])
    expect(readHtml('<a href=" /x "><img src="/y">').links).toEqual(['/x', '/y'])
  })

  it.each(['<a ', '<script>', '<!--', '<p hidden>'])(
    'reads a page of nothing but %s in time that grows with it',
    async (made) => {
      expect(await growth((times) => readHtml(made.repeat(times)), 2_000)).toBeLessThan(LINEAR)
    },
  )

  it.each([
    ['<a href="x&amp;y">', ['x&y']],
    ["<a data-href=no href = 'x'>", ['x']],
    ['<a href=x>', ['x']],
    ['<a>', []],
  ])('reads the addresses of %s with any quotes', (html, links) =>
    expect(readHtml(html).links).toEqual(links),
  )
})

describe('the language of words', () => {
  it.each([
    ['pt', 'A sua conta foi conectada ao aplicativo e você já pode fechar esta página.'],
    ['en', 'Your account has been connected to the application and you can close this page.'],
    ['es', 'Su cuenta ha sido conectada con la aplicación y ya puede cerrar esta ventana del navegador.'],
    ['pt', 'você não está aplicativo'],
    [null, 'você não está'],
    [null, 'de a que no'],
    [null, 'Conta conectada'],
    [null, ''],
  ])('is %s', (lang, text) => expect(languageOf(wordsOf(text))).toBe(lang))
})

describe('the insides of a program', () => {
  it.each([
    '    at Object.<anonymous> (/srv/app/index.js:10:5)',
    'Traceback (most recent call last):\n  File "app.py", line 3, in <module>',
    'Fatal error: Uncaught Exception in /var/www/index.php on line 12',
    'java.lang.NullPointerException\n\tat com.example.App.main(App.java:10)',
    'br.com.loja.PedidoException: sem estoque',
    'File "/srv/app.py", line 3, in entrar',
    'SQLSTATE[HY000] [2002] Connection refused',
    'TypeError: Cannot read properties of undefined',
    '#0 /var/www/app/Http/Kernel.php(141): handle()',
    'app.rb:12:in `call',
    'ErrorException: Undefined array key "code" in /var/www/html/app/OAuthController.php on line 42',
    'Undefined array key "code" app/Http/Controllers/OAuthController.php:42',
  ])('show in %j', (text) => expect(containsStackTrace(text)).toBe(true))

  it.each([
    'Chegue at 10:30 no horário',
    'Aviso: a conta não foi conectada. Tente de novo.',
    'Houve um erro ao conectar a conta (código 12:34).',
    'Error: a palavra inglesa sozinha não é um rastro',
    'Abra https://app.example/retorno.php e comece de novo.',
    `${' '.repeat(400_000)}Stack trace:`,
  ])('do not show in %.60j', (text) => expect(containsStackTrace(text)).toBe(false))
})

describe('raw JSON', () => {
  it.each([
    ...['{"error":"x"}', ' [1,2]', '[ { "a": 1 } ]', '{ "a": 1 }', '{}', '[]'],
    ...['Erro: {"error": "access_denied"}', 'Erro: { "code" : 3 }', '{nome}: {"error": "x"}'],
  ])('is %j', (text) => expect(isRawJson(text)).toBe(true))

  it.each([
    ...['Conta conectada', '[Voltar] ao painel', '{nome} ficou sem valor', ''],
    ...['[1 de 3', '[Voltar] [1]', '{nome} escreveu {"olá"}', 'Erro: {"nome": 1}'],
  ])('is not %j', (text) => expect(isRawJson(text)).toBe(false))
})
