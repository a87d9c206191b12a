import type { cliUi as english } from '../en/cli.js'

/** O que a linha de comando diz além da ajuda e dos relatórios. */
export const cliUi: Readonly<Record<keyof typeof english, string>> = {
  'settings.env.unknown': "A variável de ambiente '{name}' não é conhecida. Conhecidas: {known}.",
  'settings.env.unknown-near': "A variável de ambiente '{name}' não é conhecida. Quis dizer '{near}'?",
  'settings.dotenv.unknown': "'{name}' no .env não é conhecida. Conhecidas: {known}.",
  'settings.dotenv.unknown-near': "'{name}' no .env não é conhecida. Quis dizer '{near}'?",
  'settings.dotenv.lines':
    "Em '.env' estas linhas não podem ser lidas: {lines}. Cada uma deve ser NOME=valor, um comentário (#) ou vazia, com todas as aspas fechadas; salve o arquivo como UTF-8.",
  'settings.dotenv.unreadable':
    "O arquivo '.env' não pode ser lido ({why}). Corrija as permissões ou remova-o.",
  'settings.milliseconds':
    "'{name}' é '{text}', mas deve ser um número de milissegundos de 0 a 3600000, por exemplo 2000.",
  'settings.empty': "'{name}' está vazio. Informe um valor ou deixe de fora.",
  'settings.number': "'{name}' é '{text}', mas deve ser um número de {least} a {most}, como 3 ou 0.5.",
  'settings.duration': "'{name}' é '{text}', mas deve ser um tempo de 1 s a {most} s, como 90, 90s ou 5m.",
  'settings.shard': "'{name}' é '{text}', mas deve ser uma parte de várias, como 2/5.",
  'settings.severity':
    "'{name}' é '{text}', mas deve ser um requisito e o seu nível, como drift/added=warning (error, warning, info, off).",
  'cli.not-recorded': 'A troca {exchange} foi respondida, mas não registrada.',
  'settings.file-not-writable': "O arquivo '{path}' não pode ser gravado ({why}). Informe outro.",
  'settings.env-file-taken':
    "O arquivo '{path}' contém outras configurações, e --write-env as substituiria. Informe outro, ou remova-o.",
  'settings.requirement.several': "'{name}' serve a vários requisitos: {fitting}. Informe um deles.",
  'settings.switch': "'{name}' é '{text}', mas deve ser 1 ou 0.",
  'library.option': "`{call}`: a opção '{name}' é {text}, mas não serve: {why}.",
  'library.option-unknown': "`{call}` não tem a opção '{name}'; tem: {known}.",
  'library.credentials':
    "`{call}` tem 'credentials' e nenhum 'baseUrl', sem o qual fala com o serviço embutido, que tem as suas. Dê o endereço, ou deixe-as de fora.",
  'library.no-file': '`judge` precisa do caminho de uma gravação: um journal ou um HAR.',
  'settings.choice': "'{name}' é '{text}', mas deve ser um destes: {choices}.",
  'settings.url':
    "'{name}' é '{text}', mas deve ser um endereço sem espaços que comece com https:// (ou http:// nesta máquina).",
  'settings.url-empty':
    "'{name}' está definida, mas vazia, como fica a variável de um workflow que ninguém definiu. Informe o endereço ou remova '{name}' de vez.",
  'settings.url-credentials':
    "'{name}' contém usuário ou senha. Credenciais vão em HOMOLOGA_CLIENT_ID e HOMOLOGA_CLIENT_SECRET.",
  'settings.url-query':
    "'{name}' contém uma consulta ou um fragmento. Informe o endereço simples, com o prefixo da versão.",
  'settings.profile.unknown':
    "O perfil '{name}' não é conhecido. Conhecidos: {known}; ou informe um arquivo (./meu-perfil.yaml).",
  'settings.profile.unknown-near': "O perfil '{name}' não é conhecido. Quis dizer '{near}'?",
  'settings.profile.unreadable': "O perfil '{file}' não pode ser lido ({why}). Confira o caminho.",
  'settings.profile.no-object': "O perfil '{file}' não contém um objeto. Veja o README, seção Perfis.",
  'settings.profile.field': "'{path}' no perfil '{file}' não serve: {why}. Veja o README, seção Perfis.",
  'settings.profile.field-near': "'{path}' no perfil '{file}' não é conhecido. Quis dizer '{near}'?",
  'settings.profile.shape-route':
    "{place}: '{path}' não é uma rota que este perfil conheça. Escreva método e caminho como os relatórios os mostram; algumas rotas só são conhecidas com `extends: bling`.",
  'settings.profile.shape-reference':
    "{place}: o schema de '{path}' se refere a si mesmo sem fim. Ponha uma propriedade ou um item no meio.",
  'settings.profile.shape-schema':
    "{place}: o schema de '{path}' não pode ser lido ({detail}). Veja docs/how-to/write-a-profile.md.",
  'settings.profile.shapes-size':
    '{place}: os schemas têm mais de {most} caracteres. Guarde só os que você precisa.',
  'settings.no-token':
    'Não há token de acesso. Defina HOMOLOGA_ACCESS_TOKEN, ou HOMOLOGA_REFRESH_TOKEN com HOMOLOGA_CLIENT_ID e HOMOLOGA_CLIENT_SECRET, ou HOMOLOGA_TOKEN_COMMAND; `homologa login` obtém um.',
  'settings.token-unsendable':
    "'{name}' contém espaços ou outros caracteres que nenhum cabeçalho pode levar. Copie o token de novo, sem aspas nem quebras de linha.",
  'settings.no-token-url':
    'Um refresh token precisa do endereço de tokens. Defina HOMOLOGA_TOKEN_URL ou use --token-url.',
  'settings.ca':
    '"{file}" não contém certificado legível ({why}). Indique um arquivo PEM que comece com "-----BEGIN CERTIFICATE-----".',
  'settings.proxy':
    '{name} não é o endereço de um proxy. Informe-o como http://servidor:porta ou http://nome:senha@servidor:porta (um % neles como %25), ou remova a variável.',
  'cli.tls-kept':
    'NODE_TLS_REJECT_UNAUTHORIZED=0 é ignorado: certificados são sempre verificados. Para uma autoridade própria, use --ca ARQUIVO.',
  'settings.no-client':
    'Um refresh token precisa do cliente. Defina HOMOLOGA_CLIENT_ID e HOMOLOGA_CLIENT_SECRET.',
  'settings.embedded-only':
    "'{flag}' só vale para o serviço embutido. Retire --base-url e HOMOLOGA_BASE_URL, ou retire '{flag}'.",
  'settings.integer': "'{name}' é '{text}', mas deve ser um número inteiro de {least} a {most}.",
  'settings.moment':
    "'{name}' é '{text}', mas deve ser um número de requisições e o que acontece depois dele, como 3:inactivate (expire, consent, inactivate, reuse, ou scope- com um recurso: 5:scope-produtos).",
  'settings.latency':
    "'{name}' é '{text}', mas deve ser em milissegundos, ou o mínimo e o máximo, como 50..400; até 60000.",
  'settings.origin':
    "'{name}' é '{text}', mas deve ter só esquema, nome e porta, como http://host.docker.internal:8080.",
  'settings.scope.unknown':
    "Nenhuma rota fica abaixo de '/{path}', portanto não há escopo a retirar ali. docs/reference/routes.md lista as rotas.",
  'settings.scope.unknown-near': "Nenhuma rota fica abaixo de '/{path}'. Você quis dizer '{near}'?",
  'settings.fault.unknown': "A falha '{name}' não é conhecida. `--fault list` lista todas.",
  'settings.fault.unknown-near': "A falha '{name}' não é conhecida. Quis dizer '{near}'?",
  'settings.requirement.unknown':
    "O requisito '{name}' não é conhecido. `homologa requirements` lista todos.",
  'settings.requirement.unknown-near': "O requisito '{name}' não é conhecido. Quis dizer '{near}'?",
  'settings.no-run':
    "Não há execução em '{path}'. Informe a pasta de uma execução, seu diário ou seu report.json.",
  'settings.no-report':
    "'{path}' tem um diário e nenhum relatório: a execução foi morta, ou os relatórios dela foram retirados. Escreva-os com `homologa report {path}` e repita isto.",
  'report.of-review':
    "'{path}' é uma revisão, cujo diário guarda só as chamadas: os relatórios dela não podem ser escritos a partir disso. Repita-a com `homologa review`, em qualquer idioma.",
  'report.no-part':
    "'{path}' não é uma execução de `contract`, então não é parte de uma. `report` só recebe várias pastas quando são partes de uma execução (`--shard`).",
  'report.other-part':
    "'{path}' e '{other}' não são partes de uma execução: diferem em `{what}` ({here}; {there}). Faça o relatório de cada uma, ou execute todas as partes com as mesmas definições.",
  'settings.judged':
    "'{path}' não contém diário: `judge` escreveu essa pasta a partir de '{file}', que fica onde está. Julgue o arquivo de novo, em qualquer idioma: `homologa judge {file}`.",
  'settings.single-run':
    "'{path}' é uma única execução. Indique uma segunda depois dela, ou a pasta que contém as execuções, como `reports`.",
  'settings.no-runs':
    "'{path}' não é uma pasta de execuções. Indique a pasta que as contém, como `reports`, ou duas execuções.",
  'cli.disk':
    'Não é possível gravar "{path}" ({why}). Libere espaço ou indique outra pasta com --report-dir; `homologa judge` lê o que o diário já guarda.',
  'cli.no-folder': 'A pasta em que você está não existe mais. Mude para outra e repita.',
  'cli.output':
    'Não foi possível gravar na saída padrão ({why}): o que está lá não está inteiro. Os relatórios, na pasta deles, estão.',
  'settings.not-writable': "Não é possível gravar na pasta '{path}' ({why}). Informe outra com --report-dir.",
  'settings.watch.command': '--watch executa um comando de novo: indique-o depois de `--`.',
  'settings.command': "O comando '{text}' não pôde ser iniciado ({why}). Confira o nome depois de `--`.",
  'settings.target-live':
    "'--target live' precisa do endereço do serviço: defina HOMOLOGA_BASE_URL ou use --base-url.",
  'settings.target':
    "Falta '{name}': diga diante de qual serviço ficar, por exemplo --target https://erp.example/Api/v3.",
  'settings.port':
    'Não é possível escutar na porta {port} ({why}). Escolha outra com {flag}, ou omita para usar uma livre.',
  'settings.host':
    'Não é possível escutar no endereço {host} ({why}). Dê a --host um endereço desta máquina, como 127.0.0.1 ou 0.0.0.0.',
  'settings.encoding':
    "'{file}' não está em UTF-8: a linha {line} tem outros bytes (talvez Latin-1 ou Windows-1252, ou UTF-16 como PowerShell e Bloco de Notas gravam). Grave de novo em UTF-8.",
  'settings.baseline':
    "A linha de base '{file}' não pode ser lida ({why}). Confira o caminho, ou grave a primeira com --update-baseline.",
  'settings.file': "O arquivo '{file}' não pode ser lido ({why}). Confira o caminho.",
  'cli.embedded':
    'Sem endereço base: usando o serviço embutido (semente {seed}, o token morre no passo {invalidateAt}).',
  'cli.embedded.fault': 'O serviço embutido se comporta mal de propósito: {faults}.',
  'cli.target': 'Serviço: {baseUrl} · perfil {profile} · relatório {dir}',
  'cli.stopped': 'A execução terminou antes do fim: {why}',
  'cli.stopped-by-hand': 'Interrompido.',
  'cli.interrupted': 'Interrompido. O que aconteceu até aqui está em {dir}.',
  'cli.cut-short':
    'O processo terminou antes do comando: código seu, como uma suíte, o encerrou ou espera o que nunca vem. Não há veredito.',
  'cli.broken-off':
    'Esta execução termina aqui. O que foi gravado até agora pode ser avaliado: homologa judge "{path}"',
  'cli.harness': 'O próprio homologa falhou: {message}. É uma falha do verificador, não do seu aplicativo.',
  'cli.harness.next':
    'O diário guarda o que aconteceu até aqui. Relate isto com as linhas acima; --log-level debug mostra mais.',
  'cli.usage.next': 'Veja `{command} --help`.',
  'cli.emulate.listening': 'O serviço embutido escuta em {url} (semente {seed}).',
  'cli.emulate.credentials': 'Configurações para um cliente: {file}',
  'cli.emulate.print':
    'Aponte qualquer cliente para ele com estas configurações (não valem nada em outro lugar):',
  'cli.emulate.stop': 'Ctrl-C encerra.',
  'cli.event': '{session}: o evento {event} aconteceu.',
  'cli.public-url': 'Os clientes chegam a ele por {url}.',
  'cli.notice.unknown-parameter':
    '{route}: este serviço não conhece o parâmetro {name}; a resposta é como se ele não estivesse lá.',
  'cli.notice.undocumented-parameter':
    '{route}: o parâmetro {name} não está documentado; aqui ele filtra como o plural documentado.',
  'cli.notice.parameter-without-effect': '{route}: o parâmetro {name} não tem efeito no serviço embutido.',
  'cli.faults.steps':
    'Falhas dos cinco passos e dos tokens, para check, examine e emulate, e o requisito que cada uma quebra:',
  'cli.faults.routes':
    'Falhas de todas as outras rotas, para contract (a maioria com --write), examine e emulate:',
  'cli.requirement.level.must': 'obrigatório',
  'cli.requirement.level.should': 'recomendado',
  'cli.requirement.level.observed': 'observado',
  'cli.explain.means': 'O que significa',
  'cli.explain.why': 'Por que importa',
  'cli.explain.breaks': 'O que costuma quebrá-lo',
  'cli.explain.fix': 'Como corrigir',
  'cli.explain.clause': 'Cláusula',
  'cli.explain.faults': 'Veja-o quebrado',
  'cli.usage.unknown-command': "Não há o comando '{name}'.",
  'cli.usage.unknown-command-near': "Não há o comando '{name}'. Quis dizer '{near}'?",
  'cli.usage.early-option': "A opção '{name}' vem depois do comando.",
  'cli.usage.unknown-option': "Não há a opção '{name}'.",
  'cli.usage.unknown-option-near': "Não há a opção '{name}'. Quis dizer '{near}'?",
  'cli.usage.missing-value': "A opção '{name}' precisa de um valor.",
  'cli.usage.missing-argument': "Falta o argumento '{name}'.",
  'cli.usage.excess-arguments': 'Argumentos demais.',
  'cli.usage.invalid': '{message}',
}
