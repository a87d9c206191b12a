import type { filesUi as english } from '../en/files.js'

/** O que há de errado num arquivo que o usuário informou. */
export const filesUi: Readonly<Record<keyof typeof english, string>> = {
  'system.EACCES': 'sem permissão',
  'system.EADDRINUSE': 'já há quem escute ali',
  'system.EADDRNOTAVAIL': 'esta máquina não tem tal endereço',
  'system.EEXIST': 'já existe algo com esse nome',
  'system.EFBIG': 'é maior que qualquer arquivo assim, ou nunca acaba',
  'system.EISDIR': 'é uma pasta',
  'system.ELOOP': 'seus links andam em círculos',
  'system.ENAMETOOLONG': 'o nome é longo demais',
  'system.ENOENT': 'não existe tal arquivo ou pasta',
  'system.ENOSPC': 'o disco está cheio',
  'system.ENOTDIR': 'uma parte do caminho não é pasta',
  'system.ENXIO': 'é um socket, ou um pipe em que ninguém escreve',
  'system.EPERM': 'sem permissão',
  'system.EROFS': 'ali nada pode ser gravado',
  'yaml.syntax': '{place}: ilegível como YAML ou JSON: {detail}. Corrija o arquivo nesse ponto.',
  'yaml.alias': 'um alias (*nome) não leva a nada, ou leva longe demais',
  'yaml.escape':
    'uma barra invertida dentro de "…" não inicia nenhum sinal conhecido; escreva \\\\ ou use aspas simples',
  'yaml.indent':
    'a indentação não confere, ou há um segundo ": " na mesma linha; ponha esse texto entre aspas',
  'yaml.start': 'um texto que começa com este sinal precisa de aspas',
  'yaml.twice': 'esta chave aparece duas vezes',
  'yaml.several': 'aqui começa um segundo documento (---); deixe um por arquivo',
  'yaml.open': 'o que começa aqui não foi fechado: aspas ou colchete',
  'yaml.tab': 'tabulação não serve para indentar; use espaços',
  'yaml.encoding':
    'não está em UTF-8 (talvez em UTF-16, como PowerShell e Bloco de Notas gravam): grave de novo em UTF-8',
  'yaml.size': 'é maior que qualquer arquivo desse tipo',
  'yaml.anchors': 'nomeia mais partes (&nome) do que uma pessoa escreveria',
  'yaml.aliases': 'refere-se a suas partes (*nome) mais vezes do que uma pessoa escreveria',
  'yaml.circle': 'este alias (*nome) refere-se àquilo em que está',
  'yaml.other': 'isto não é YAML',
  'shape.type': 'esperava-se {expected}',
  'shape.value': 'esperava-se um destes: {values}',
  'shape.unknown': 'não é conhecido: {keys}',
  'shape.least': 'pequeno ou curto demais; no mínimo {least}',
  'shape.more': 'pequeno demais; mais que {least}',
  'shape.most': 'grande ou longo demais; no máximo {most}',
  'shape.pattern': 'esperava-se um texto como {pattern}',
  'shape.ways': 'nada disto vale: {ways}',
  'shape.spoken-header': 'um cabeçalho com este nome tem significado próprio; nomeie o que leva o hash',
  'shape.own-header':
    'um cabeçalho com este nome é da própria ferramenta, ou nenhum cabeçalho leva tal nome ou valor; nomeie outro, e um texto de uma linha',
  'shape.field-name': 'nenhum campo pode ter este nome',
  'shape.signal': 'esperava-se o signal de um AbortController',
  'shape.function': 'esperava-se uma função',
  'shape.other': 'o valor não serve',
  'shape.kind.string': 'um texto',
  'shape.kind.number': 'um número',
  'shape.kind.boolean': 'true ou false',
  'shape.kind.array': 'uma lista',
  'shape.kind.object': 'um objeto',
  'suite.not-loaded': 'não pode ser carregada: {why}',
  'suite.missing': 'não há tal arquivo; confira o caminho',
  'suite.extension': 'uma suíte é um módulo JavaScript (.js ou .mjs), não um arquivo deste tipo',
  'suite.no-export': 'esperava-se uma suíte como export default',
  'suite.id': 'a suíte precisa de um "id" com letras, dígitos e hifens',
  'suite.steps': 'a suíte "{suite}" precisa de "steps", uma lista com pelo menos um passo',
  'suite.twice': 'dois passos têm o id "{step}"',
  'suite.part': '"{part}" de "{where}" é de outro tipo do que docs/own-suites.md mostra',
  'suite.unknown': '"{part}" de "{where}" não é conhecido; conhecidos são {known}',
  'suite.unknown-near': '"{part}" de "{where}" não é conhecido. Você quis dizer "{near}"?',
  'suite.step-id': 'um passo da suíte "{suite}" não tem "id"',
  'suite.step-method': 'o passo "{step}" precisa de "method": {methods}',
  'suite.shape-route':
    '"{name}", em shapes da suíte "{suite}", não é uma rota; dê "GET /contatos" ou "contatos/list"',
  'suite.shape-schema':
    '"{part}" de "{name}", em shapes da suíte "{suite}": esperava-se "data", "body" ou "query", cada um um esquema do zod 4',
  'suite.header':
    '"{name}" de "{where}" é um cabeçalho que nenhuma suíte pode enviar: a ferramenta leva o seu, ou o nome ou valor tem caracteres que nenhum cabeçalho aceita',
  'suite.serves': '"{name}" em "serves" de "{where}" não é o id de uma rota; dê um como "contatos/list"',
  'suite.step-path':
    'o passo "{step}" precisa de "path" abaixo do endereço base, como "/produtos": sem ".." nem espaços, e com chaves só em volta dos nomes de capturas',
  'samples.object': 'esperava-se um objeto: rota → corpo',
  'samples.route': '"{name}" não é uma rota; use "POST /contatos" ou "contatos/create"',
  'samples.body': 'o corpo para "{name}" não é um objeto',
  'samples.query': '"query" não é um objeto: parâmetro → valor',
  'samples.parameter': '"{name}" em "query" não é nenhum de {known}',
  'samples.parameter-value': 'o valor de "{name}" não é texto nem número',
  'recording.missing':
    "'{path}' não existe, ou não pode ser lido. Indique um HAR, um diário, ou a pasta de uma execução, que contém um.",
  'recording.pipe':
    "'{path}' é um pipe ou um dispositivo, e uma gravação é lida mais de uma vez: salve-a em um arquivo, e indique esse.",
  'recording.empty': "'{path}' está vazio: não é uma gravação.",
  'recording.cut':
    "'{path}' começa como um HAR e é interrompido antes da primeira entrada: não há o que julgar. Copie-o ou exporte-o de novo, inteiro.",
  'recording.no-journal':
    "'{path}' não é um diário do homologa: a primeira linha não é o cabeçalho de uma execução. Um HAR deve ser um só documento JSON.",
  'recording.several':
    "'{path}' contém vários diários, um após o outro: julgue cada um por si, pois cada um tem seu perfil e seu relógio.",
  'recording.newer-journal': "'{path}' foi gravado por um homologa mais novo. Atualize este.",
  'recording.bad-header':
    "O cabeçalho da execução em '{path}' está danificado (a primeira linha de um diário, o `_homologa` de um HAR). Só uma gravação inteira pode ser julgada.",
  'recording.not-json':
    "'{path}' não é nem HAR nem diário. Exporte a gravação como HAR (com conteúdo); antes, descompacte-a (.gz, .zip) e salve-a em UTF-8.",
  'recording.no-entries':
    "'{path}' é JSON, mas não é HAR: falta 'log.entries'. Exporte a gravação como HAR (com conteúdo).",
}
