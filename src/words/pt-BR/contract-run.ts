/** O que `contract` e `cleanup` dizem por si. */
export const contractRunUi = {
  'run.stopped.not-permitted': '{step} foi retido: {because}.',
  'contract.reason.read-only': 'Ela grava, e a execução é só de leitura; veja --write.',
  'contract.reason.not-allowed': 'O recurso não está na lista de --allow.',
  'contract.reason.risky':
    'Ela envia, lança, paga ou exclui vários de uma vez: só é chamada quando --allow nomeia exatamente essa rota.',
  'contract.reason.undeletable':
    'O que ela cria não poderia ser excluído depois: só é chamada quando --allow nomeia o próprio recurso.',
  'contract.reason.not-created-here': 'Ela alteraria algo que esta execução não criou.',
  'contract.reason.not-verified': 'O registro não mostrou a marca desta execução quando foi lido de volta.',
  'contract.reason.method-not-shown':
    'A especificação nomeia o caminho sem o método; em uma conta real só GET é tentado.',
  'contract.reason.homologation': 'Os cinco passos são assunto de `homologa check`.',
  'contract.reason.unknown-route': 'A versão 3 não nomeia tal rota; em uma conta real só GET é tentado.',
  'contract.reason.budget': 'O orçamento de requisições acabou.',
  'contract.reason.no-identifier':
    'Não foi encontrado nem criado um registro que mostre o identificador ou o valor de que ela precisa. Um identificador deve ter só letras, dígitos, - e _.',
  'contract.reason.no-parameter':
    'Precisa de uma loja e da integração dela, que nenhuma listagem mostra: informe tipoIntegracao e idLoja em query, no arquivo de --samples.',
  'contract.reason.no-answer': 'Nenhuma resposta completa chegou.',
  'contract.reason.refused-route': 'Ela recusou o token e não foi chamada de novo.',
  'contract.reason.stopped': 'A execução terminou antes da vez dela.',
  'contract.reason.not-selected': 'O recurso não foi pedido.',
  'contract.reason.not-tagged': 'Nenhum passo para ela tem uma marca pedida.',
  'contract.reason.other-shard': 'Está com outra parte.',
  'contract.part-missing':
    'Falta uma parte da execução: {count} rotas não pertencem a nenhuma parte informada, a primeira é {route}.',
  'contract.summary.exercised': 'Exercitadas',
  'contract.summary.failed': 'Com falha',
  'contract.summary.left-out': 'Deixadas de fora',
  'contract.summary.requests': 'Requisições',
  'contract.summary.sent-again': 'Tentadas 2 vezes',
  'contract.summary.reads': '{count} leituras, após uma falha que pode passar: {routes}',
  'contract.summary.stops': 'Terminaram antes',
  'contract.summary.accepted': 'Aceitos',
  'accepted.line': '{where}: {message} Até {expires}: {reason}',
  'contract.summary.left': 'Restam na conta',
  'contract.summary.slowest': 'Mais lenta',
  'contract.summary.routes': '{count} {count|rota|rotas}',
  'contract.summary.sent': '{requests} em {time}',
  'contract.too-few-routes':
    'Só {count} {count|rota foi exercitada|rotas foram exercitadas}, menos que as {least} de --min-routes.',
  'contract.reason.no-step': 'Nenhuma suíte tem um passo para ela.',
  'contract.untested.not-seen': 'Nada nesta execução o pôs à prova.',
  'contract.untested.other-command': 'É assunto de outro comando.',
  'contract.target.embedded':
    'Serviço: embutido, semente {seed}. Defina HOMOLOGA_BASE_URL para verificar um real.',
  'contract.target.live': 'Serviço: {baseUrl}',
  'contract.mode.read-only': 'Só leitura: nada é criado, alterado ou excluído.',
  'contract.mode.write':
    'Com gravação: {allowed}. Só registros desta execução são alterados; a marca deles é "{mark}".',
  'contract.progress': '{done} de {total} requisições, faltam {left}',
  'contract.list.head':
    '{routes} rotas; esta execução enviaria {requests} requisições e levaria pelo menos {least}.',
  'contract.error.unknown-resource': '"{name}" não é recurso da versão 3 nem suíte. Conhecidos: {known}.',
  'contract.error.unknown-resource-near':
    '"{name}" não é recurso da versão 3 nem suíte. Quis dizer "{near}"?',
  'contract.error.unknown-forget':
    'Nenhum registro aberto "{name}" consta num livro de execução, ou há mais de um. Conhecidos: {known}.',
  'contract.error.unknown-allow':
    '--allow "{name}" não nomeia recurso nem rota. Dê um recurso ("contatos"), uma rota ("POST /nfe/{idNotaFiscal}/enviar") ou "*".',
  'contract.error.unknown-allow-near': '--allow "{name}" não nomeia recurso nem rota. Quis dizer "{near}"?',
  'contract.error.write-needs-allow':
    '--write em uma conta real exige --allow: os recursos que podem ser gravados ("contatos"), ou "*" para todos, sem as rotas de risco.',
  'contract.error.account-mismatch':
    'A conta pertence a {found}, não a "{wanted}" (HOMOLOGA_ACCOUNT). Nada foi enviado além da pergunta.',
  'contract.notice.account-not-shown':
    'O serviço não mostra de quem é a conta, por isso HOMOLOGA_ACCOUNT não pôde ser comparado.',
  'contract.error.step-twice':
    'Dois passos têm o id "{step}": uma suíte sua tem o nome de outra. Dê à sua um id próprio.',
  'contract.suite-known':
    'A suíte "{id}" em \'{file}\' tem um id já em uso: relatórios e nomes na linha de comando valem para as duas. Dê outro à sua.',
  'contract.error.suite-threw':
    'o "{part}" do passo "{step}" de uma suíte sua falhou: {why}. Corrija a suíte.',
  'contract.error.suite-gave':
    'o "{part}" do passo "{step}" de uma suíte sua devolve o que nenhum passo pode usar: um corpo é um texto, capturas são { nome: { text, value } }, e nada disso é uma promise.',
  'contract.error.suite-file': '"{path}": {problem}',
  'contract.error.samples-file': '"{path}": {problem}',
  'contract.error.no-docs-test-url':
    'O endereço que --target nomeia não está definido: HOMOLOGA_DOCS_TEST_URL.',
  'contract.error.unknown-tag': 'Nenhum passo tem --tag "{tag}". Conhecidas: {known}.',
  'contract.baseline.written': 'A linha de base "{path}" foi gravada: {routes} rotas.',
  'contract.baseline.holds': 'A linha de base "{path}" fica como está, byte a byte: {routes} rotas.',
  'contract.baseline.not-compared':
    '{count} {count|rota da linha de base não foi vista nem comparada|rotas da linha de base não foram vistas nem comparadas}.',
  'contract.openapi.coverage': 'Documento OpenAPI: {exercised} de {all} operações foram exercitadas.',
  'contract.writing.everything': 'todos os recursos, sem as rotas de risco',
  'contract.writing.all': 'tudo, pois o serviço embutido esquece',
  'contract.step.failed': '✗ {step} ({route}): {requirement}',
  'cleanup.none': 'Nada a limpar: nenhum livro guarda registro de execução anterior.',
  'cleanup.done': '{deleted} excluídos, {gone} já não existiam, {left} restam.',
  'cleanup.never-made':
    'Tidos por nunca criados: {count}. Ninguém ouviu se foram criados, e as listas, lidas até o fim, não mostram nada que possa ser eles (marca "{mark}"): {collections}. O que uma lista esconde não foi visto.',
  'cleanup.forgotten': 'Esquecido: {name} ({route}). Nada foi enviado.',
  'cleanup.forget': '  Se você já cuidou dele: homologa cleanup --forget {name}',
  'cleanup.left': '{route} {id}: {reason}',
  'cleanup.reason.no-delete': 'o recurso não tem DELETE; remova à mão (marca "{mark}")',
  'cleanup.reason.risky': 'só se exclui com vários; nomeie a rota: --allow "{route}" (marca "{mark}")',
  'cleanup.reason.unmarked': 'não mostra a marca "{mark}", por isso não foi tocado',
  'cleanup.reason.unread':
    'a leitura dele foi respondida com status {status} e não mostra a marca, por isso não foi tocado; execute `homologa cleanup` outra vez (marca "{mark}")',
  'cleanup.reason.unseen':
    'o DELETE dele foi respondido, e nenhuma leitura mostrou ainda que ele se foi; execute `homologa cleanup` outra vez (marca "{mark}")',
  'cleanup.reason.still-shown':
    'o DELETE dele foi respondido com sucesso, e uma leitura ainda o mostra; cuide dele à mão (marca "{mark}")',
  'cleanup.reason.refused': 'o serviço recusou a exclusão (status {status})',
  'cleanup.reason.no-answer': 'sem resposta; execute `homologa cleanup` outra vez',
  'cleanup.reason.not-found': 'pode ter sido criado, e nenhuma lista mostra a marca "{mark}"; procure à mão',
  'cleanup.reason.one-of':
    'pode ter sido criado, e ser um destes, dos quais nenhum mostra a marca "{mark}": {mayBe}; olhe-os à mão',
  'cleanup.reason.no-address':
    'nenhum endereço comporta este identificador sem nomear outra coisa; procure o registro à mão (marca "{mark}")',
  'cleanup.reason.skipped': 'a limpeza foi interrompida; execute `homologa cleanup` outra vez',
  'cleanup.other-account':
    'O livro da execução {run} é de outra conta ou serviço, ou o token foi trocado e nenhuma leitura mostra um registro dele; permanece: {baseUrl}. Limpe com as credenciais daquela execução; aquilo de que você já cuidou: homologa cleanup {names}',
} as const
