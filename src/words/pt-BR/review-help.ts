/** `--help` dos comandos no caminho da revisão, em português do Brasil. */
export const ajudaDaRevisao = {
  review: 'diz se é hora de apertar "solicitar revisão": cadastro, links, páginas, cinco passos, evidências',
  'review.application': 'cadastro do aplicativo (padrão: application.yaml)',
  'review.recording':
    'diário, HAR ou pasta de uma execução do aplicativo (pode repetir; padrão: a execução mais nova)',
  'review.browser': 'programa do navegador para as imagens (padrão: Chrome ou Chromium, onde houver)',
  'review.port': 'porta do serviço embutido para o qual o aplicativo é apontado (padrão: uma livre)',
  'review.verify': 'em vez disso, confere um evidence.zip',
  login: 'obtém tokens pelo fluxo de código de autorização e os guarda',
  'login.no-browser': 'imprime o endereço em vez de abri-lo',
  'login.port': 'porta do link de redirecionamento nesta máquina (padrão: 8910)',
  'login.redirect-path': 'caminho do link de redirecionamento (padrão: /callback)',
  'login.authorize-url': 'endereço de autorização (padrão: o do perfil, ou ao lado do endereço de token)',
  'login.timeout': 'segundos de espera pela autorização (padrão: 300)',
  init: 'grava .env, application.yaml, uma suíte e um workflow noturno; não sobrescreve nada',
  'init.name': 'nome do aplicativo',
  'init.client-id': 'id do cliente do aplicativo',
  'init.start': 'comando que inicia o aplicativo',
  'init.yes': 'não pergunta nada',
  doctor: 'confere tudo de que uma execução precisa e diz como corrigir; só lê',
  completion: 'imprime o autocompletar de um shell',
  'completion.shell': 'bash, zsh ou fish',
} as const
