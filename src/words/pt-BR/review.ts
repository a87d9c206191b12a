/** O que `review`, `login`, `init`, `doctor` e `completion` contam, em português do Brasil. */
export const revisaoUi = {
  'review.file-missing':
    'O arquivo "{path}" não existe. Crie um com `homologa init`, ou informe outro com `--application ARQUIVO`.',
  'review.file-shape.one': 'linha {line}: {field}: {detail}',
  'review.file-shape':
    '{path}: {details}. Veja os comentários que `homologa init` escreve, ou o esquema de application.yaml.',
  'review.untested.open': 'ainda sem decisão: veja o que está pendente',
  'review.untested.not-reviewed': 'não faz parte da revisão',
  'review.verdict.pass': 'PRONTO',
  'review.verdict.fail': 'AINDA NÃO',
  'review.verdict.incomplete': 'INCOMPLETO',
  'review.verdict.pass.why': 'Nada está errado e nada falta. A decisão continua sendo dos revisores.',
  'review.verdict.pass.press': 'Aperte "solicitar revisão" agora.',
  'review.verdict.pass.rehearsal':
    'Isto foi um ensaio: há endereços que levam a esta máquina. Escreva os publicados e revise de novo antes de apertar o botão.',
  'review.verdict.pass.no-button': 'Não há botão a apertar: o aplicativo está em "{state}".',
  'review.verdict.fail.why': 'Faça primeiro isto, nesta ordem:',
  'review.verdict.incomplete.why': 'Nada do que foi visto está errado, e nem tudo foi mostrado. Falta:',
  'review.also-missing': 'Falta também:',
  'review.worth': 'Vale corrigir, embora não impeça:',
  'review.observed': 'Observado:',
  'review.progress.starting-application': 'Iniciando o aplicativo em um serviço embutido só dele …',
  'review.progress.calling-links': 'Chamando os links cadastrados …',
  'review.progress.calling-redirect-link': 'Chamando o link de redirecionamento como o serviço faria …',
  'review.progress.waiting-for-five-steps': 'O aplicativo executa os cinco passos; aguardando o fim …',
  'review.progress.judging': 'Avaliando …',
  'review.five-steps.pass': 'Cinco passos: aprovados ({path})',
  'review.five-steps.fail': 'Cinco passos: reprovados ({path})',
  'review.five-steps.incomplete': 'Cinco passos: incompletos ({path})',
  'review.five-steps.none': 'Cinco passos: nenhuma execução do aplicativo é conhecida',
  'review.other-profile':
    'Os cinco passos foram gravados sob o perfil {own} e são julgados aqui sob {asked}. Se vale {own}, indique-o também aqui: --profile, ou HOMOLOGA_PROFILE em `.env`.',
  'review.screenshots': 'Imagens das páginas: {count}, em {dir}',
  'review.screenshots.no-browser':
    'Imagens das páginas: nenhuma, pois não há navegador. Informe um com `--browser ARQUIVO`; elas não são obrigatórias.',
  'review.screenshots.no-playwright':
    'Imagens das páginas: nenhuma, pois o pacote playwright-core não está instalado (`npm install playwright-core`); elas não são obrigatórias.',
  'review.screenshots.not-starting': 'Imagens das páginas: nenhuma, pois o navegador não iniciou: {detail}',
  'review.application-ended': 'O aplicativo terminou sozinho ({how}) antes do fim da revisão.',
  'review.application-printed': 'O que imprimiu por último:',
  'review.evidence.made': 'Evidências: {path} (SHA-256 {sha256})',
  'review.evidence.not-made':
    'Evidências: não geradas, pois o veredito não é {ready}. Faça o que está acima e repita.',
  'review.evidence.secret':
    'Evidências: não geradas, pois "{path}" contém um segredo conhecido. Troque o arquivo e renove o segredo.',
  'review.next.pass': 'A seguir: confira as evidências com `homologa review --verify {path}`.',
  'review.next.fail': 'A seguir: corrija o número 1 e repita `{command}`.',
  'review.next.incomplete': 'A seguir: complete o número 1 e repita `{command}`.',
  'review.files': 'Arquivos: {dir}',
  'review.verified':
    '{path} está íntegro: {files} arquivos de "{application}", feitos em {createdAt} por {tool}.',
  'review.verified.not': '{path} não está como foi feito:',
  'review.flaw.not-an-archive': 'não é um arquivo zip',
  'review.flaw.too-large': 'contém mais de 200 MB',
  'review.flaw.unsafe-name': 'o nome "{path}" leva para fora da pasta: não o descompacte',
  'review.flaw.no-seal': 'não tem selo: foi empacotado por outro programa, ou falta o fim',
  'review.flaw.seal-broken': 'um byte mudou depois que foi selado',
  'review.flaw.no-manifest': 'não tem manifesto',
  'review.flaw.manifest-broken': 'o manifesto foi alterado',
  'review.flaw.file-changed': '"{path}" foi alterado',
  'review.flaw.file-missing': '"{path}" falta',
  'review.flaw.file-added': '"{path}" foi acrescentado',
  'review.flaw.more': '  … {all} ao todo',
  'review.flaw.next': 'Peça a quem enviou o arquivo como `homologa review` o gravou.',
  'review.file-unreadable': 'Não foi possível ler o arquivo "{path}" ({why}). Confira o caminho.',
  'question.name-fits':
    'O nome é o que os clientes conhecem, sem marcas de terceiros nem o nome do próprio serviço?',
  'question.description-true': 'A descrição diz o que o aplicativo faz hoje, e nada além disso?',
  'question.category-fits': 'É nesta categoria que um cliente o procuraria?',
  'question.logo-own': 'Você pode usar o logo, e ele é reconhecível em tamanho pequeno?',
  'question.homepage-tells':
    'A página inicial diz a um desconhecido o que é o aplicativo, para quem, quanto custa e quem responde por ele?',
  'question.manual-complete': 'O manual mostra como instalar, usar e remover o aplicativo, passo a passo?',
  'question.video-shows': 'O vídeo mostra o aplicativo funcionando com uma conta do serviço?',
  'question.scopes-needed':
    'Cada escopo é necessário para a finalidade, e o aplicativo deixaria de funcionar sem ele?',
  'question.pages-help':
    'Cada página do link de redirecionamento, também no telefone, diz a quem lê o que aconteceu e o que fazer?',
  'question.ready-to-operate': 'O aplicativo está pronto para operar contas de clientes hoje?',
  'note.title': 'Aplicativo para revisão: {name}',
  'note.greeting': 'À equipe de revisão,',
  'note.intro':
    'pedimos a revisão do aplicativo "{name}" ({category}). {purpose} Tudo neste arquivo foi reunido em {date} pelo homologa {version} com o perfil "{profile}".',
  'note.contents': 'O que há aqui',
  'note.contents.review': '`review.md`: o resultado das verificações, em palavras',
  'note.contents.reports':
    '`report.json`, `report.html`, `summary.md`, `junit.xml`: o mesmo para máquinas e navegadores',
  'note.contents.journal':
    '`journal.ndjson`, `exchanges.har`: cada requisição e resposta, com segredos e dados pessoais mascarados',
  'note.contents.run': '`homologation/`: a execução dos cinco passos, quando gravada antes',
  'note.contents.screenshots':
    '`screenshots/`: as páginas do link de redirecionamento como um telefone as mostra',
  'note.contents.no-screenshots':
    'sem imagens: não havia navegador; as respostas das páginas estão no diário',
  'note.contents.answers': '`answers/`: as evidências do que só uma pessoa pode julgar',
  'note.contents.manifest': '`manifest.json`: o SHA-256 de cada arquivo; `homologa review --verify` confere',
  'note.scopes': 'Escopos, e por que cada um é necessário',
  'note.answers': 'O que uma pessoa julgou',
  'note.answer': '{question} Sim, em {date}.',
  'note.promise':
    'Os cinco passos foram executados com {target}. As verificações não podem prometer a decisão do serviço; mostram que nenhuma delas encontrou algo errado.',
  'note.target.embedded': 'uma emulação do serviço',
  'note.target.real': 'o serviço em {baseUrl}',
  'login.no-client':
    'O login precisa do cliente. Defina HOMOLOGA_CLIENT_ID e HOMOLOGA_CLIENT_SECRET (veja a tela de edição do aplicativo).',
  'login.no-token-url': 'O login precisa do endereço de token. Defina HOMOLOGA_TOKEN_URL ou use --token-url.',
  'login.no-authorize-url':
    'O login precisa do endereço de autorização. Use --authorize-url, ou um perfil que o conheça (`--profile bling`).',
  'login.no-base-url':
    '--authorize-url é de um serviço real. Informe também o endereço dele, com --base-url ou HOMOLOGA_BASE_URL.',
  'login.embedded':
    'Sem endereço base: login no serviço embutido (semente {seed}). Os tokens acabam com ele.',
  'login.redirect-link':
    'Para isso, o link de redirecionamento cadastrado no aplicativo deve ser {redirect}.',
  'login.open': 'Abra este endereço, entre e autorize:',
  'login.opened': 'O navegador foi chamado a abrir este endereço:',
  'login.waiting': 'Aguardando a resposta em {redirect} (no máximo {time}) …',
  'login.paste': 'Se o navegador terminar em outro endereço, cole aqui o endereço inteiro e aperte Enter.',
  'login.not-an-address':
    'Isso não é um endereço. Cole-o inteiro, como o navegador o mostra: desde https://, com `code` e `state`.',
  'login.done': 'Login feito. Os tokens estão em {path}, legíveis só por você.',
  'login.done-embedded':
    'Login feito. O código foi trocado {ms} ms depois de chegar; os tokens não foram guardados.',
  'login.expires': 'O token de acesso vale até {at}.',
  'login.renews': 'O `homologa` renova o token de acesso sozinho.',
  'login.no-refresh':
    'O serviço não deu refresh token: quando o token de acesso morrer, será preciso rodar `homologa login` de novo.',
  'login.next': 'A seguir: `homologa doctor`, depois `homologa check`.',
  'login.failed.denied': 'O dono da conta não autorizou ({error}). Rode `homologa login` de novo e autorize.',
  'login.failed.inactivated':
    'O aplicativo está inativado ({error}). Só a equipe do serviço pode reativá-lo: fale com ela.',
  'login.failed.error':
    'O serviço respondeu à autorização com "{error}": {description}. Corrija isso e tente de novo.',
  'login.failed.state':
    'Chegou uma resposta cujo `state` não é o deste login. Foi recusada, e o código não foi usado. Rode `homologa login` de novo.',
  'login.failed.no-code': 'Chegou uma resposta sem código. Rode `homologa login` de novo.',
  'login.failed.exchange': 'Não foi possível trocar o código: {why}. Rode `homologa login` de novo.',
  'login.failed.timeout':
    'Nenhuma resposta chegou em {time}. Rode `homologa login` de novo; `--timeout` espera mais.',
  'login.failed.port':
    'Não é possível escutar na porta {port} ({why}). Escolha outra com --port e cadastre esse link de redirecionamento.',
  'login.page.done.title': 'Conta conectada',
  'login.page.done': 'A conta foi conectada. Você pode fechar esta página e voltar ao terminal.',
  'login.page.failed.title': 'Conta não conectada',
  'login.page.failed': 'A conta não foi conectada. O terminal diz por quê.',
  'init.written': 'gravado: {path}',
  'init.kept': 'mantido como está: {path} (nada é sobrescrito)',
  'init.next':
    'A seguir: preencha application.yaml e .env, depois `homologa doctor`, `homologa check`, `homologa examine -- {start}`, `homologa review -- {start}`.',
  'init.ask.name': 'Nome do aplicativo',
  'init.ask.base-url': 'Endereço base do serviço com o prefixo da versão (vazio: o serviço embutido)',
  'init.ask.token-url': 'Endereço de token (vazio: o do perfil)',
  'init.ask.profile': 'Perfil (spec ou bling)',
  'init.ask.client-id': 'Id do cliente (vazio: depois)',
  'init.ask.start': 'Comando que inicia o seu aplicativo',
  'init.not-writable': 'Não é possível gravar na pasta "{path}" ({why}).',
  'init.env.head':
    'Configurações do homologa. Este arquivo guarda segredos: só você pode lê-lo; deixe-o fora do controle de versão.',
  'init.env.base-url': 'Endereço do serviço com o prefixo da versão. Sem esta linha: o serviço embutido.',
  'init.env.token-url': 'Endereço das requisições de token. Sem esta linha: o do perfil.',
  'init.env.profile': 'Leituras e valores em aberto: spec, bling ou um arquivo. Sem esta linha: spec.',
  'init.env.client':
    'O cliente do aplicativo, da tela de edição; `homologa login` e as renovações precisam dos dois.',
  'init.env.tokens': 'Só se você já tem tokens; `homologa login` os obtém e guarda.',
  'init.env.lang': 'Idioma das mensagens e dos relatórios: en ou pt-BR.',
  'init.yaml.head': [
    'O cadastro do aplicativo, como está na tela de cadastro, para `homologa review`.',
    'Preencha cada linha; o que fica vazio aparece como falta, nunca como aprovado.',
  ].join('\n'),
  'init.yaml.name': 'Aparece para os clientes; de 3 a 60 caracteres.',
  'init.yaml.short-description': 'Aparece no diretório de extensões; de 20 a 160 caracteres.',
  'init.yaml.description': 'O que faz, para quem, do que precisa; de 80 a 4000 caracteres.',
  'init.yaml.category': 'Como a tela de cadastro a oferece.',
  'init.yaml.logo':
    'Um arquivo ao lado deste, ou um endereço https. Quadrado, de 100 a 2048 pixels, até 2 MB.',
  'init.yaml.redirect-link': 'Para onde o serviço manda o navegador depois da autorização ou da recusa.',
  'init.yaml.homepage-link': 'Qualquer pessoa pode ler, sem entrar com conta.',
  'init.yaml.manual-link': 'Qualquer pessoa pode ler, sem entrar com conta.',
  'init.yaml.video-link': 'Vídeo de demonstração, público ou não listado.',
  'init.yaml.rehearsal-link':
    'A mesma página onde `homologa review -- comando` inicia o aplicativo (http://127.0.0.1:8787/retorno). Vazio: o link de redirecionamento.',
  'init.yaml.start-link':
    'O endereço do seu aplicativo em que o usuário começa a autorização. Com ele a revisão conhece o `state` que o aplicativo emite. Vazio: as páginas de sucesso não podem ser chamadas.',
  'init.yaml.visibility': 'public (público) ou private (privado)',
  'init.yaml.situation': 'em-desenvolvimento, em-revisao, aprovado, rejeitado ou inativado',
  'init.yaml.next-situation': 'Para onde deve ir a seguir; uma mudança impossível é recusada com a razão.',
  'init.yaml.purpose': 'Uma frase; os escopos são comparados com ela.',
  'init.yaml.language': 'Idioma das páginas que os usuários leem.',
  'init.yaml.scopes':
    'Cada escopo que o aplicativo pede: nome ou número, por que é necessário, que famílias de recursos abre (com os nomes de `homologa contract`) e se é para ler (read) ou escrever (write).',
  'init.yaml.answers':
    'O que só uma pessoa pode julgar: responda yes (sim) ou no (não), com o dia em que alguém conferiu, e um arquivo que o mostre onde é pedido.',
  'init.yaml.evidence': 'um arquivo ao lado deste',
  'init.suite.head':
    'Uma suíte sua: o `homologa` executa os passos um depois do outro, no ritmo certo e com o token renovado.',
  'init.workflow.one-run': 'Uma execução por vez para cada conta.',
  'init.workflow.live':
    'Sem a variável HOMOLOGA_BASE_URL, ou com poucas rotas vistas, isto falha: nada de verde sem olhar o serviço.',
  'init.workflow.name': 'Contrato noturno',
  'doctor.title': 'O homologa {version} confere o ambiente e não deixa nada para trás.',
  'doctor.ok': 'ok',
  'doctor.warn': 'veja',
  'doctor.fail': 'corrija',
  'doctor.skip': '–',
  'doctor.summary.ok': 'Nada a corrigir. A seguir: `homologa check`.',
  'doctor.summary.fail': 'A corrigir: {count}. Cada linha acima diz como.',
  'doctor.node': 'Node {version}',
  'doctor.node.remedy': 'Instale o Node {floor} ou mais novo; as linhas 22 e 24 são as melhores.',
  'doctor.settings': 'perfil {profile}, intervalo {spacingMs} ms',
  'doctor.address': '{baseUrl} responde (status {status}, {ms} ms)',
  'doctor.address.failing.remedy':
    'É um erro dele, ou de um gateway antes dele: o que está atrás pode falhar do mesmo jeito. Confira HOMOLOGA_BASE_URL, ou tente mais tarde.',
  'doctor.address.moved': '{baseUrl} responde (status {status}, {ms} ms) e manda seguir para {to}',
  'doctor.address.moved.remedy':
    'Informe em HOMOLOGA_BASE_URL o endereço em que isso termina: nenhum redirecionamento é seguido, pois credenciais não vão a outra origem.',
  'doctor.address.embedded': 'sem endereço base: usa-se o serviço embutido',
  'doctor.address.none': '{baseUrl} não responde: {why}',
  'doctor.address.remedy':
    'Confira HOMOLOGA_BASE_URL, a rede e um proxy no caminho; o endereço termina no prefixo da versão (/Api/v3).',
  'doctor.address.prefix': '{baseUrl} não termina em /Api/v3',
  'doctor.address.prefix.remedy':
    'Acrescente o prefixo da versão a HOMOLOGA_BASE_URL, a não ser que o seu serviço tenha outro.',
  'doctor.tls': 'https, o certificado é confiável',
  'doctor.tls.local': 'http para esta máquina',
  'doctor.tls.skip': 'não verificado: nada respondeu',
  'doctor.tls.fail': 'o certificado ou o handshake falhou: {why}',
  'doctor.tls.remedy':
    'Indique a autoridade que falta (--ca ARQUIVO) ou corrija o endereço. Nunca desligue a verificação.',
  'doctor.tls.off':
    'NODE_TLS_REJECT_UNAUTHORIZED=0 está definida: o homologa verifica os certificados mesmo assim, outras ferramentas não',
  'doctor.tls.off.remedy': 'Remova a variável: os tokens iriam para quem quer que responda.',
  'doctor.clock': 'este relógio e o do serviço diferem em {seconds} s',
  'doctor.clock.unknown': 'o serviço não informa a hora',
  'doctor.clock.remedy':
    'Acerte o relógio desta máquina pela rede (NTP): sem isso tokens parecem vivos ou mortos na hora errada.',
  'doctor.proxy': 'sem variáveis de proxy',
  'doctor.proxy.set':
    '{names} definida: https passa por HTTPS_PROXY, menos para o que NO_PROXY nomeia; qualquer outro proxy é ignorado',
  'doctor.proxy.remedy':
    'Tempos medidos através de um proxy incluem os dele: onde houver saída direta, ponha o serviço em NO_PROXY.',
  'doctor.token': 'há um token de acesso',
  'doctor.token.renewable': 'não há token de acesso, mas ele pode ser renovado',
  'doctor.token.expired': 'o token de acesso expirou e pode ser renovado',
  'doctor.token.none': 'não há token',
  'doctor.token.remedy': 'Rode `homologa login`, ou defina HOMOLOGA_ACCESS_TOKEN ou HOMOLOGA_REFRESH_TOKEN.',
  'doctor.token.embedded': 'o serviço embutido traz os seus próprios tokens',
  'doctor.token.store': 'não foi possível ler os tokens guardados: {why}',
  'doctor.token.store.remedy': 'Corrija ou apague .homologa/tokens.json e rode `homologa login`.',
  'doctor.renewal': 'renovável por {way}',
  'doctor.renewal.none': 'não renovável: os cinco passos precisam de uma renovação',
  'doctor.renewal.maybe-spent':
    'o refresh token foi enviado em {since} e nenhuma resposta foi guardada: ele pode estar gasto',
  'doctor.renewal.maybe-spent.remedy':
    'Execute `homologa login`. Com `--token-retry` uma execução envia o token mais uma vez; o serviço pode então revogar o acesso.',
  'doctor.renewal.remedy':
    'Rode `homologa login`, ou defina HOMOLOGA_REFRESH_TOKEN, HOMOLOGA_CLIENT_ID, HOMOLOGA_CLIENT_SECRET e HOMOLOGA_TOKEN_URL.',
  'doctor.lock': 'nenhuma outra execução usa a conta',
  'doctor.lock.busy': '"{command}" (processo {pid}) usa a conta desde {since}',
  'doctor.lock.remedy': 'Espere terminar: duas execuções ao mesmo tempo quebram o intervalo uma da outra.',
  'doctor.rate': 'ritmo: {perSecond} requisições por segundo',
  'doctor.rate.none': 'ritmo: o perfil não informa nenhum',
  'doctor.rate.limited': 'o serviço pede paciência (status 429)',
  'doctor.rate.remedy': 'Espere alguns minutos e procure outros programas que usam a conta.',
  'doctor.disk': '{free} GB livres em {path}',
  'doctor.disk.remedy': 'Libere espaço: uma noite de tráfego ocupa cerca de 1 GB.',
  'doctor.write': 'é possível gravar em {path}',
  'doctor.write.fail': 'não é possível gravar em {path} ({why})',
  'doctor.write.remedy': 'Mude as permissões, ou informe outra pasta com --report-dir.',
  'completion.shell': 'O shell "{shell}" não é conhecido. São conhecidos: bash, zsh, fish.',
} as const
