import type { watchUi as english } from '../en/watch.js'

/** What examine, proxy and judge say, in Brazilian Portuguese. */
export const watchUi = {
  'examine.listening':
    'O serviço embutido atende em {url} (perfil {profile}, semente {seed}). Faça seu aplicativo executar a homologação contra ele.',
  'examine.page': 'Página ao vivo: {url}',
  'examine.page.missing': 'A página ao vivo não foi construída: `npm run build` a constrói.',
  'examine.env-file': 'Configurações do cliente: {file}',
  'examine.session': 'Sessão {name} ({id}): configurações em {file}',
  'examine.waiting': 'aguardando {time} no máximo por {route}; depois a execução termina',
  'examine.waiting.open': 'aguardando {route}',
  'watch.no-answer': 'sem resposta ({kind:kind})',
  'watch.more': '… mais {count}',
  'examine.run': 'Execução {run} ({session}): {verdict}',
  'examine.run.cause': 'Execução {run} ({session}): {verdict}: {cause}',
  'examine.run.endless': '  Recomeçou vezes sem conta, ou não tinha fim: o que veio depois não foi esperado.',
  'examine.nobody': 'Ninguém chamou em {time}.',
  'examine.no-run':
    'Ninguém iniciou uma execução. Ela começa com {route}, abaixo do endereço acima; requisições que chegaram, de qualquer tipo: {count}.',
  'examine.recovers': 'recupera-se em {steps}',
  'examine.fails-at': 'falha em {step}: {cause}',
  'examine.untried': 'não tentado: {steps}',
  'examine.step.never': 'nenhuma recusa',
  'examine.watching': 'Aguardando uma mudança em {path}; Ctrl+C encerra.',
  'examine.command.start': 'Iniciando: {command}',
  'examine.command.exited': 'O comando terminou com status {status}.',
  'examine.command.killed': 'O comando foi encerrado por {signal}.',
  'examine.malformed':
    'Mensagens que não puderam ser lidas como HTTP: {count}. Foram respondidas com 400 e não são avaliadas. O cliente fala https com este endereço http, ou quebra um cabeçalho em duas linhas?',
  'proxy.listening': 'O proxy atende em {url} e está diante de {target} (perfil {profile}).',
  'proxy.unversioned':
    '{target} não indica versão. O endereço do serviço termina em /Api/v3; sem isso cada passo é uma requisição a um caminho desconhecido.',
  'proxy.through': 'O https passa pelo proxy indicado em HTTPS_PROXY ({host}), exceto o que NO_PROXY indica.',
  'proxy.hint': 'Aponte seu aplicativo para {baseUrl}. Ctrl-C encerra.',
  'watch.unreadable':
    'O que veio depois de {after} {after|requisição|requisições} não pode ser lido como HTTP ({reason}): recebeu 400 e não é avaliado. Se o próximo passo parece faltar, provavelmente era este.',
  'watch.host-missing':
    'O que veio depois de {after} {after|requisição|requisições} não traz o cabeçalho Host, que o HTTP/1.1 exige: recebeu 400 e não é avaliado. Faça o cliente enviá-lo; toda biblioteca HTTP o faz.',
  'watch.host-foreign':
    'Uma requisição para o host "{host}" recebeu 421 e não é avaliada, pois este servidor não tem esse nome. Chame-o pelo endereço dele, ou informe o outro com --public-url.',
  'watch.nobody': 'ninguém',
  'judge.gap.request-bodies': 'Não testável nesta gravação: os corpos das requisições ficaram de fora.',
  'judge.gap.answer-bodies': 'Não testável nesta gravação: os corpos das respostas ficaram de fora.',
  'judge.gap.headers': 'Não testável nesta gravação: os cabeçalhos ficaram de fora.',
  'judge.gap.authorization': 'Não testável nesta gravação: os cabeçalhos Authorization ficaram de fora.',
  'judge.gap.times': 'Não testável nesta gravação: ela não contém horários.',
  'judge.gap.durations':
    'Esta gravação não diz quando chegaram as respostas: o que há entre uma resposta e a requisição seguinte não é julgado.',
  'judge.gap.whole-milliseconds':
    'Os horários desta gravação são milissegundos inteiros: os limites são julgados com 1 ms de folga.',
  'judge.gap.whole-seconds':
    'Os horários desta gravação são segundos inteiros: um intervalo a menos de um segundo do limite não é julgado.',
  'judge.gap.exchanges':
    'Há requisições perdidas nesta gravação, pois entradas dela não podem ser lidas: nada é julgado pelo que falta.',
  'judge.excerpt':
    'A gravação é longa: são mostradas {kept} de suas {seen} trocas, entre elas todas as que os achados citam; o resto está em {file}.',
  'judge.cut':
    'De {count} {count|corpo|corpos} só o início foi guardado, e nada {count|dele|deles} foi avaliado; --max-body guarda mais (agora {maxBody} bytes).',
  'judge.out-of-time':
    'De {count} {count|corpo|corpos} nada foi guardado nem avaliado: {count|torná-lo seguro|torná-los seguros} levou mais do que --timeout-ms permite (agora {timeoutMs} ms).',
  'judge.left-out':
    'De {count} {count|corpo|corpos} nada foi avaliado: a gravação {count|o|os} deixou de fora.',
  'judge.damaged': 'Entradas da gravação que não podem ser lidas: {count}; o resto foi julgado.',
  'judge.made-up':
    'Entradas da gravação com bytes que não são UTF-8: {count}; no lugar deles foi lido `�`. Salve a gravação como UTF-8 para que os textos sejam julgados como foram enviados.',
  'judge.other-profile':
    'Esta execução foi feita sob o perfil {own} e é julgada sob {asked}, que foi pedido (por uma opção, pelo ambiente, por `.env` ou pela página): o veredito pode diferir do dela.',
  'judge.attached':
    'De {count} {count|corpo|corpos} nada foi avaliado: {count|está em um arquivo próprio|estão em arquivos próprios} (`_file`), e não ao lado deste. Descompacte a gravação inteira e julgue o HAR na sua pasta com `homologa judge`, ou grave com os corpos embutidos.',
  'judge.without-end':
    'Este diário não tem fim: a execução foi encerrada à força, ou o disco encheu. O que veio depois da última linha não se sabe, e o que falta pode ter sido feito.',
  'judge.no-homologation':
    "'{file}' não contém homologação: {seen} entradas foram lidas, nenhuma abaixo de /homologacao/. Foram estas, as mais frequentes primeiro:",
  'judge.no-entries':
    "'{file}' não contém requisição que se possa ler. Exporte a gravação de novo, como HAR com conteúdo, enquanto as requisições estão listadas.",
  'judge.page.several': 'Uma gravação por vez, com um perfil ao lado; estes foram {count} arquivos.',
  'judge.page.unread':
    "'{name}' não pode ser lido: é uma pasta, ou já não está onde estava. Dê o próprio arquivo, como o `journal.ndjson` da pasta de uma execução, ou um HAR.",
  'judge.page.broken':
    'Esta página falhou ao julgar ({detail}). A falha é nossa: por favor, relate-a; `homologa judge` talvez ainda consiga.',
  'judge.page.missing': 'A página que julga não foi construída: `npm run build` a constrói.',
  'judge.page.at': 'Esta página julga gravações em um navegador, a partir do disco e sem rede: {file}',
  'judge.no-file': 'Indique uma gravação para julgar, ou use --page para julgar em um navegador.',
} as const satisfies Record<keyof typeof english, string>
