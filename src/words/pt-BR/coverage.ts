import type { coverageUi as english } from '../en/coverage.js'

/** Por que um requisito ou uma rota não foi testado, e o que um perfil supõe. */
export const coverageUi: { readonly [K in keyof typeof english]: string } = {
  'untested.not-in-recording': 'A gravação deixou de fora o que o mostraria.',
  'untested.no-refusal': 'Nenhum token de acesso foi recusado ou renovado nesta execução.',
  'untested.no-limit-hit': 'Nenhum limite foi atingido nesta execução.',
  'untested.no-total': 'O perfil não define tempo total.',
  'untested.no-spacing': 'O perfil não define intervalo.',
  'untested.no-carrier': 'Nenhuma requisição desta execução precisava levar o hash sob a leitura em vigor.',
  'untested.not-exercised': 'Nada nesta execução o pôs à prova.',
  'untested.step-not-reached': 'A execução não chegou a este passo.',
  'assumption.hash-header': 'o cabeçalho do hash é {hashHeader}',
  'assumption.hash-every-step': 'todo passo depois do primeiro leva o hash mais novo',
  'assumption.interval': 'o intervalo é de {intervalMs} ms',
  'assumption.spacing-at-most': 'cada requisição segue a última resposta em no máximo {intervalMs} ms',
  'assumption.own-pace': 'nossa própria execução espera {paceMs} ms depois de cada resposta',
  'assumption.total': 'a execução inteira leva no máximo {totalMs} ms',
  'assumption.change': 'o passo 3 troca `{changedField}` por "{changedText}"',
  'assumption.situation': 'o passo 4 envia a situação "{situation}"',
  'assumption.dead-token': 'um token morto é respondido com 401, ou com 400 e `{deadTokenMarkers}`',
  'assumption.token-address':
    'o endereço de tokens é {tokenPath} e recebe as credenciais do cliente por HTTP Basic',
  'assumption.text-sent': 'nossa própria execução envia "{changedText}" como o texto que o passo 3 troca',
  'assumption.limit-hit':
    'um limite atingido é respondido com {limitStatuses}, ou com 400 e `{limitMarkers}`',
  'assumption.own-rate':
    'nossa própria execução envia a uma conta real no máximo {ownRate} requisições por segundo',
  'assumption.knowledge':
    'rotas, corpos, consultas e respostas têm o formato que o documento público do serviço mostra',
  'assumption.rate': '{perSecond} requisições por segundo e {perDay} por dia para cada conta',
}
