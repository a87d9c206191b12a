import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../test/growth.js'
import { attributeOf, isRawJson, languageOf, readHtml, showsTrace, wordsOf } from './read-html.js'

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

  it('reads what is broken as far as it goes', () => {
    expect(readHtml('<p>aberto <b>e nunca fechado').text).toBe('aberto e nunca fechado')
    expect(readHtml('<script>never closed <p>no</p>').words).toEqual([])
    expect(readHtml('<!-- never closed <p>no</p>').words).toEqual([])
    expect(readHtml('1 < 2 e 3 > 2').text).toBe('1 < 2 e 3 > 2')
  })

  it.each(['<a ', '<script>', '<!--', '<p hidden>'])(
    'reads a page of nothing but %s in time that grows with it',
    async (made) => {
      expect(await growth((times) => readHtml(made.repeat(times)), 10_000)).toBeLessThan(LINEAR)
    },
  )

  it('reads attributes with any quotes', () => {
    expect(attributeOf(`<a href="x&amp;y">`, 'href')).toBe('x&y')
    expect(attributeOf(`<a data-href=no href = 'x'>`, 'href')).toBe('x')
    expect(attributeOf(`<a href=x>`, 'href')).toBe('x')
    expect(attributeOf(`<a>`, 'href')).toBe('')
  })
})

describe('the language of words', () => {
  it.each([
    ['pt', 'A sua conta foi conectada ao aplicativo e você já pode fechar esta página.'],
    ['en', 'Your account has been connected to the application and you can close this page.'],
    ['es', 'Su cuenta ha sido conectada con la aplicación y ya puede cerrar esta ventana del navegador.'],
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
    'SQLSTATE[HY000] [2002] Connection refused',
    'TypeError: Cannot read properties of undefined',
    '#0 /var/www/app/Http/Kernel.php(141): handle()',
    'app.rb:12:in `call',
  ])('show in %j', (text) => expect(showsTrace(text)).toBe(true))

  it.each([
    'Chegue at 10:30 no horário',
    'Aviso: a conta não foi conectada. Tente de novo.',
    'Houve um erro ao conectar a conta (código 12:34).',
    'Error: a palavra inglesa sozinha não é um rastro',
  ])('do not show in %j', (text) => expect(showsTrace(text)).toBe(false))
})

describe('raw JSON', () => {
  it.each(['{"error":"x"}', ' [1,2]', '{}', 'Erro: {"error": "access_denied"}'])('is %j', (text) =>
    expect(isRawJson(text)).toBe(true),
  )
  it.each(['Conta conectada', '[Voltar] ao painel', '{nome} ficou sem valor', ''])('is not %j', (text) =>
    expect(isRawJson(text)).toBe(false),
  )
})
