import type { runUi as english } from '../en/run.js'

export const runUi: { readonly [K in keyof typeof english]: string } = {
  'run.stopped.no-token': 'Não há token de acesso para enviar, e não foi possível obter um: {why}.',
  'run.stopped.renewal-failed': 'O token de acesso foi recusado e não pôde ser renovado: {why}.',
  'run.stopped.refused-twice': '{step} recusou também o token renovado (status {status}).',
  'run.stopped.refused-route': '{step} recusou o token e não foi chamado de novo.',
  'run.stopped.limit-hit':
    '{step} atingiu o limite (status {status}); a operação inteira foi repetida {repeats} vezes.',
  'run.stopped.hold-too-long':
    '{step} atingiu o limite e pede uma espera de {seconds} s; espera-se no máximo 60 s.',
  'run.stopped.no-success': '{step} foi respondido com status {status}.',
  'run.stopped.no-answer': '{step} não recebeu resposta completa: {why}.',
  'run.stopped.missing-capture':
    '{step} não pôde ser enviado: nenhuma resposta anterior trouxe {captures}, ou nenhum só com letras, dígitos, - e _.',
  'run.stopped.interrupted': 'A execução foi interrompida.',
  'run.stopped.otherwise': 'Terminou antes do fim.',
  'run.failure.refused': 'ninguém atende nesse endereço',
  'run.failure.unresolved': 'o nome do host não tem endereço',
  'run.failure.tls': 'o certificado ou a negociação TLS falhou',
  'run.failure.unconnected': 'nenhuma conexão foi estabelecida',
  'run.failure.timeout': 'não ficou completa no tempo permitido',
  'run.failure.reset': 'a conexão terminou antes da hora',
  'run.failure.too-large': 'era maior que o permitido',
  'run.failure.malformed': 'não era HTTP',
  'run.failure.aborted': 'foi abandonada',
  'run.renewal.no-answer': 'o endereço de tokens não deu resposta completa',
  'run.renewal.refused': 'o endereço de tokens respondeu com status {status} ({error})',
  'run.renewal.stored-refused':
    'o endereço de tokens respondeu com status {status} ({error}) ao refresh token que uma renovação anterior deixou em .homologa/tokens.json; ele vale antes do das configurações até que este mude',
  'run.renewal.not-json': 'o endereço de tokens respondeu algo que não é um objeto JSON',
  'run.renewal.no-token': 'a resposta do endereço de tokens não traz access_token',
  'run.renewal.unusable-token': 'o token novo tem caracteres que nenhum cabeçalho pode levar',
  'run.renewal.byte-order-mark':
    'a resposta do endereço de tokens começa com uma marca de ordem de bytes, que não é JSON',
  'run.renewal.other-type': 'o token novo não é do tipo Bearer',
  'run.renewal.expired': 'o token novo já tinha expirado ao ser emitido',
  'run.renewal.no-way':
    'defina HOMOLOGA_REFRESH_TOKEN com HOMOLOGA_CLIENT_ID, HOMOLOGA_CLIENT_SECRET e HOMOLOGA_TOKEN_URL, ou HOMOLOGA_TOKEN_COMMAND',
  'run.fault.idle':
    "A falha '{name}' não mudou nada: nenhuma requisição desta execução lhe deu ocasião. Ela fere {breaks}.",
  'run.renewal.maybe-spent':
    'o refresh token foi enviado em {since} e nenhuma resposta foi guardada: ele pode já estar gasto, e um segundo uso pode fazer o serviço revogar o acesso. Execute `homologa login`, ou envie-o mais uma vez com --token-retry',
  'run.renewal.command-failed': 'o comando do token terminou com {exit}',
  'run.renewal.command-silent': 'o comando do token não imprimiu nada',
  'run.renewal.command-timeout': 'o comando do token não terminou a tempo',
  'client.insecure-address':
    '"{address}" não é https. Só um endereço desta máquina (127.0.0.1, ::1, localhost) pode usar http simples.',
  'client.foreign-origin': 'Credenciais vão somente para {allowed}, não para "{origin}". Nada foi enviado.',
  'client.account-busy':
    'A conta está em uso por "{command}" (processo {pid}) desde {since}. Duas execuções ao mesmo tempo quebrariam o intervalo uma da outra. Espere que termine, ou encerre-a.',
  'client.account-waiting': 'Esperando por "{command}" (processo {pid}), que usa a conta desde {since}.',
  'client.account-folder':
    '"{folder}" não pertence a este usuário. Apague-a, ou defina TMPDIR para uma pasta sua.',
  'client.lock-unusable':
    '"{path}" não pode servir de trava: {reason}. Dê a este usuário permissão de escrita na pasta, ou apague o que está ali.',
  'client.token-kept-elsewhere':
    'Não foi possível gravar o novo refresh token em "{path}" ({reason}). Ele está a salvo em "{elsewhere}", onde a próxima execução o encontra. Torne "{path}" gravável e execute de novo.',
  'client.token-rescued':
    'Não foi possível gravar o novo refresh token em "{path}" ({reason}). Ele está em "{elsewhere}": mova esse arquivo para "{path}" antes da próxima execução.',
  'client.token-lost':
    'Não foi possível gravar o novo refresh token em "{path}" ({reason}), nem em outro lugar. O anterior já foi gasto. Torne a pasta gravável e execute `homologa login`.',
  'client.token-file-corrupt':
    '"{path}" não é um arquivo de tokens do homologa: esperava-se {"version":1,"accounts":{…}}. Uma cópia ficou em "{copy}". Conserte o arquivo, ou apague-o; então valem os tokens do ambiente.',
  'client.token-file-unusable':
    '"{path}" não pode ser usado: {reason}. Permita que este usuário escreva na pasta.',
  'client.token-file-locked': '"{path}" está preso por outro processo. Apague-o se não houver nenhum.',
}
