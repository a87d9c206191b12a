import {
  type Findings,
  type LinkSuffix,
  type PageSuffix,
  prefixed,
  type Sentences,
  type TextSuffix,
} from '../sentences.js'

/** O que as regras do cadastro dizem, e o que `review`, `login`, `init` e `doctor` contam, em português do Brasil. */

function respondidoNao(o: string): Sentences {
  return {
    message: `A pergunta "{question}" sobre ${o} foi respondida com "não".`,
    expected: 'a resposta "yes" (sim)',
    actual: 'no (não)',
    hint: 'Corrija o que a resposta aponta, confira de novo e responda outra vez com a data desse dia.',
  }
}

function achadosDeTexto<const I extends string>(id: I, o: string): Findings<I, TextSuffix> {
  const findings: Readonly<Record<TextSuffix, Sentences>> = {
    missing: {
      message: `Falta ${o} no cadastro.`,
      expected: `${o} preenchido no cadastro`,
      actual: 'nada',
      hint: `Escreva ${o} em application.yaml como está na tela de cadastro.`,
    },
    placeholder: {
      message: `O texto que está no lugar de ${o} é provisório: "{text}".`,
      expected: `${o} que os clientes vão ler`,
      actual: '{text}',
      hint: 'Troque pelo que os clientes devem ler, aqui e na tela de cadastro.',
    },
    short: {
      message: `O texto é curto demais para ${o}: {length} caracteres.`,
      expected: 'pelo menos {min} caracteres',
      actual: '{length} caracteres',
      hint: 'Escreva por extenso o que os clientes devem ler, aqui e na tela de cadastro.',
    },
    long: {
      message: `O texto é longo demais para ${o} aparecer por inteiro: {length} caracteres.`,
      expected: 'no máximo {max} caracteres',
      actual: '{length} caracteres',
      hint: 'Reduza ao que o cliente precisa saber.',
    },
    'answered-no': respondidoNao(o),
  }
  return prefixed(id, findings)
}

function achadosDeLink<const I extends string>(id: I, o: string): Findings<I, LinkSuffix> {
  const findings: Readonly<Record<LinkSuffix, Sentences>> = {
    missing: {
      message: `Falta ${o} no cadastro.`,
      expected: `um endereço https como ${o}`,
      actual: 'nada',
      hint: `Escreva ${o} em application.yaml como está na tela de cadastro.`,
    },
    'no-address': {
      message: `"{url}", informado como ${o}, não é um endereço.`,
      expected: 'um endereço como https://example.com/pagina',
      actual: '{url}',
      hint: 'Escreva o endereço inteiro, começando com https://.',
    },
    'not-https': {
      message: `"{url}", informado como ${o}, não é https.`,
      expected: 'https',
      actual: '{url}',
      hint: 'Sirva a página por https com certificado válido. Só um endereço desta máquina pode ser http, para ensaios.',
    },
    'this-machine': {
      message: `"{url}", informado como ${o}, leva a esta máquina: ninguém mais o alcança.`,
      expected: 'um endereço https que todos alcancem',
      actual: '{url}',
      hint: 'Serve para um ensaio. Escreva o endereço publicado antes de pedir a revisão; `rehearsalLink` pode ficar nesta máquina.',
    },
    redirects: {
      message: `"{url}", informado como ${o}, redireciona sem parar.`,
      expected: 'uma página depois de no máximo 5 redirecionamentos',
      actual: 'mais de 5 redirecionamentos',
      hint: 'Procure dois endereços que mandam o visitante um para o outro.',
    },
    'left-https': {
      message: `"{url}", informado como ${o}, manda o visitante para http sem proteção.`,
      expected: 'https até o fim',
      actual: '{finalUrl}',
      hint: 'Redirecione para o endereço https.',
    },
    'no-answer': {
      message: `"{url}", informado como ${o}, não responde: {failure:kind}.`,
      expected: 'uma resposta dentro do tempo permitido',
      actual: 'sem resposta: {failure:kind}',
      hint: 'Abra o endereço em um navegador de outra rede; confira nome, certificado e servidor.',
    },
    status: {
      message: `"{url}", informado como ${o}, responde com o status {status}.`,
      expected: 'uma página: status 200',
      actual: 'status {status}',
      hint: 'Corrija o endereço ou publique a página.',
    },
    'answered-no': respondidoNao(o),
  }
  return prefixed(id, findings)
}

function achadosDePagina<const I extends string>(id: I): Findings<I, PageSuffix> {
  const findings: Readonly<Record<PageSuffix, Sentences>> = {
    redirects: {
      message: 'Chamado com `{call}`, o link de redirecionamento redireciona sem parar.',
      expected: 'uma página depois de no máximo 5 redirecionamentos',
      actual: 'mais de 5 redirecionamentos',
      hint: 'Mostre uma página sua depois da chamada; em caso de erro, não mande o usuário de volta à autorização.',
    },
    'left-https': {
      message: 'Chamado com `{call}`, o link de redirecionamento manda o usuário para http sem proteção.',
      expected: 'https até o fim',
      actual: 'um redirecionamento para http',
      hint: 'Redirecione para um endereço https.',
    },
    'no-answer': {
      message: 'Chamado com `{call}`, o link de redirecionamento não responde: {failure:kind}.',
      expected: 'uma página',
      actual: 'sem resposta: {failure:kind}',
      hint: 'Procure esta chamada no log do aplicativo; trate o erro e mostre uma página.',
    },
    status: {
      message:
        'Chamado com `{call}`, o link de redirecionamento responde com o status {status} em vez de 200.',
      expected: 'uma página com status 200',
      actual: 'status {status}',
      hint: 'Trate o caso e mostre uma página que diga o que houve e o que fazer.',
    },
    'stack-trace': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra o interior do programa: um erro ou uma pilha de chamadas.',
      expected: 'palavras para uma pessoa',
      actual: 'uma pilha de chamadas ou um erro do programa',
      hint: 'Trate o erro; registre os detalhes no log e mostre uma frase.',
    },
    'raw-json': {
      message: 'Chamado com `{call}`, o link de redirecionamento mostra JSON cru.',
      expected: 'uma página HTML com palavras para uma pessoa',
      actual: 'JSON',
      hint: 'Responda ao navegador com uma página. JSON é para programas.',
    },
    'not-html': {
      message:
        'Chamado com `{call}`, o link de redirecionamento responde com algo que não é uma página HTML.',
      expected: 'Content-Type: text/html',
      actual: 'Content-Type: {contentType}',
      hint: 'Responda com uma página HTML e declare-a.',
    },
    'no-title': {
      message: 'Chamado com `{call}`, o link de redirecionamento mostra uma página sem título.',
      expected: 'um `<title>` que diga o que aconteceu',
      actual: 'sem título',
      hint: 'Inclua um `<title>`: é a primeira coisa que a aba e o leitor de tela dizem.',
    },
    'no-words': {
      message: 'Chamado com `{call}`, o link de redirecionamento mostra uma página sem palavras.',
      expected: 'uma frase para o usuário',
      actual: 'uma página vazia',
      hint: 'Diga o que aconteceu e o que fazer.',
    },
    'lang-missing': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra uma página que não informa seu idioma.',
      expected: '`<html lang="{language}">`',
      actual: 'sem `lang`',
      hint: 'Inclua `lang` no elemento `<html>`, para que leitores de tela pronunciem certo.',
    },
    'lang-other': {
      message: 'Chamado com `{call}`, o link de redirecionamento mostra uma página marcada como "{lang}".',
      expected: '`lang="{language}"`, o idioma dos usuários',
      actual: '`lang="{lang}"`',
      hint: 'Mostre a página no idioma dos usuários e marque-a assim.',
    },
    language: {
      message:
        'Chamado com `{call}`, o link de redirecionamento fala outro idioma que o dos usuários: "{spoken}".',
      expected: 'palavras em "{language}"',
      actual: 'palavras em "{spoken}"',
      hint: 'Traduza a página; muitas vezes é a página padrão de um framework.',
    },
    'no-viewport': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra uma página que não serve para telefones.',
      expected: '`<meta name="viewport" content="width=device-width, initial-scale=1">`',
      actual: 'o elemento não existe',
      hint: 'Inclua o elemento; sem ele o telefone mostra a página minúscula.',
    },
    'too-wide': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra uma página {overflowPx} pixels mais larga que um telefone.',
      expected: 'sem rolagem lateral em 375 pixels',
      actual: '{overflowPx} pixels a mais',
      hint: 'Deixe o texto quebrar e as imagens encolherem: `max-width: 100%`.',
    },
    'leak-link': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra uma página cujos links levam o código, um token ou um segredo.',
      expected: 'nenhuma credencial em endereços',
      actual: 'uma credencial em um link ou recurso',
      hint: 'Mantenha código e tokens no servidor; endereços vão parar em logs, históricos e referências.',
    },
    'leak-form': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra uma página cujo formulário leva o código, um token ou um segredo.',
      expected: 'nenhuma credencial na página',
      actual: 'uma credencial em um campo de formulário',
      hint: 'Mantenha código e tokens no servidor, em uma sessão.',
    },
    'leak-text': {
      message:
        'Chamado com `{call}`, o link de redirecionamento mostra o código, um token ou um segredo na página.',
      expected: 'nenhuma credencial na página',
      actual: 'uma credencial no texto',
      hint: 'Mostre que a conexão existe, não aquilo em que ela se apoia.',
    },
    'leak-script': {
      message:
        'Chamado com `{call}`, o link de redirecionamento põe o código, um token ou um segredo em um script da página.',
      expected: 'nenhuma credencial na página',
      actual: 'uma credencial em um script',
      hint: 'Troque o código no servidor e mantenha os tokens lá.',
    },
    'leak-source': {
      message:
        'Chamado com `{call}`, o link de redirecionamento envia o código, um token ou um segredo no código-fonte da página.',
      expected: 'nenhuma credencial no que é enviado',
      actual: 'uma credencial que o leitor não vê, num comentário por exemplo',
      hint: 'Retire-a: quem olhar o código-fonte a lê. Guarde código, tokens e segredos no servidor.',
    },
    'leak-storage': {
      message:
        'Chamada com `{call}`, a página deixa o código, um token ou um segredo onde os seus scripts podem ler: no armazenamento do navegador, ou em um cookie sem HttpOnly.',
      expected: 'nenhuma credencial ao alcance de scripts',
      actual: 'uma credencial no armazenamento ou em um cookie',
      hint: 'Qualquer script da página, mesmo de terceiros, pode levá-la. Mantenha os tokens no servidor, e dê ao navegador um cookie de sessão com HttpOnly.',
    },
    'leak-redirect': {
      message:
        'Chamado com `{call}`, o link de redirecionamento manda um token ou um segredo adiante no endereço de um redirecionamento.',
      expected: 'nenhuma credencial em endereços',
      actual: 'uma credencial em um `Location`',
      hint: 'Mantenha os tokens no servidor; mande o usuário adiante com um cookie de sessão.',
    },
    referrer: {
      message:
        'Chamada com `{call}`, a página conta seu endereço a outros sites, e com ele o código: sua política é "{policy}".',
      expected: 'Referrer-Policy: no-referrer, ou um redirecionamento para um endereço sem o código',
      actual: 'Referrer-Policy: {policy}',
      hint: 'Envie `Referrer-Policy: no-referrer` e redirecione para um endereço limpo depois de trocar o código.',
    },
    'referrer-open': {
      message:
        'Chamada com `{call}`, a página tem o código no endereço, leva a outros sites e não informa Referrer-Policy.',
      expected: 'Referrer-Policy: no-referrer, ou um redirecionamento para um endereço sem o código',
      actual: 'sem política; o navegador decide',
      hint: 'Envie `Referrer-Policy: no-referrer` e redirecione para um endereço limpo depois de trocar o código.',
    },
    'answered-no': respondidoNao('as páginas do link de redirecionamento'),
  }
  return prefixed(id, findings)
}

export const achadosDoCadastro = {
  ...achadosDeTexto('application/name', 'o nome'),
  ...achadosDeTexto('application/short-description', 'a descrição curta'),
  ...achadosDeTexto('application/description', 'a descrição'),
  'application/description:same': {
    message: 'A descrição repete a descrição curta.',
    expected: 'um texto que diga mais',
    actual: 'o mesmo texto duas vezes',
    hint: 'Diga o que o aplicativo faz, para quem e do que precisa.',
  },
  ...achadosDeTexto('application/category', 'a categoria'),
  'application/logo:missing': {
    message: 'O cadastro não tem logo.',
    expected: 'uma imagem',
    actual: 'nada',
    hint: 'Informe o arquivo da imagem (ou seu endereço https) em `logo`, no application.yaml.',
  },
  'application/logo:unreadable': {
    message: 'Não foi possível ler o logo: {reason}.',
    expected: 'um arquivo legível ou um endereço https que responda',
    actual: '{reason}',
    hint: 'Corrija o caminho; ele parte da pasta do application.yaml.',
  },
  'application/logo:no-image': {
    message: 'O logo não é uma imagem que os navegadores mostrem.',
    expected: 'PNG, JPEG, WebP, GIF ou SVG',
    actual: 'outro tipo de arquivo',
    hint: 'Exporte como PNG.',
  },
  'application/logo:cut': {
    message: 'O logo está cortado: falta o fim do arquivo.',
    expected: 'uma imagem inteira',
    actual: 'só o começo',
    hint: 'Exporte ou envie de novo; o navegador mostra só uma parte, ou nada.',
  },
  'application/logo:not-square': {
    message: 'O logo não é quadrado: {widthPx} × {heightPx} pixels.',
    expected: 'largura igual à altura',
    actual: '{widthPx} × {heightPx}',
    hint: 'Complete o lado menor; a lista de aplicativos mostra os logos em quadrados.',
  },
  'application/logo:small': {
    message: 'O logo é pequeno: {widthPx} × {heightPx} pixels.',
    expected: 'pelo menos {minPx} × {minPx}',
    actual: '{widthPx} × {heightPx}',
    hint: 'Exporte maior a partir do desenho original; 512 × 512 serve em todo lugar.',
  },
  'application/logo:large': {
    message: 'O logo é maior do que qualquer lugar o mostra: {widthPx} × {heightPx} pixels.',
    expected: 'no máximo {maxPx} × {maxPx}',
    actual: '{widthPx} × {heightPx}',
    hint: 'Exporte menor; 512 × 512 serve em todo lugar.',
  },
  'application/logo:heavy': {
    message: 'O arquivo do logo é pesado: {sizeBytes} bytes.',
    expected: 'no máximo {maxBytes} bytes',
    actual: '{sizeBytes} bytes',
    hint: 'Comprima ou exporte menor.',
  },
  'application/logo:answered-no': respondidoNao('o logo'),
  ...achadosDeLink('application/redirect-link', 'o link de redirecionamento'),
  'application/redirect-link:fragment': {
    message: 'O link de redirecionamento "{url}" tem um fragmento.',
    expected: 'um endereço sem "#"',
    actual: '{url}',
    hint: 'O que vem depois de "#" nunca chega ao servidor; cadastre o endereço sem isso.',
  },
  ...achadosDeLink('application/homepage-link', 'o link da página inicial'),
  'application/homepage-link:sign-in': {
    message: 'A página inicial "{url}" pede que o visitante entre com uma conta.',
    expected: 'uma página que qualquer pessoa possa ler',
    actual: 'uma tela de entrada',
    hint: 'Informe uma página pública que diga o que é o aplicativo; revisores e clientes ainda não têm conta.',
  },
  'application/homepage-link:empty': {
    message: 'A página inicial "{url}" está vazia.',
    expected: 'palavras sobre o aplicativo',
    actual: 'uma página vazia',
    hint: 'Diga o que é o aplicativo, para quem e como obtê-lo.',
  },
  ...achadosDeLink('application/manual-link', 'o link do manual'),
  'application/manual-link:sign-in': {
    message: 'O manual "{url}" pede que o leitor entre com uma conta.',
    expected: 'um manual que qualquer pessoa possa ler',
    actual: 'uma tela de entrada',
    hint: 'Publique o manual; revisores não têm conta.',
  },
  'application/manual-link:empty': {
    message: 'O manual "{url}" está vazio.',
    expected: 'como instalar e usar o aplicativo',
    actual: 'uma página vazia',
    hint: 'Diga como instalar, usar e remover o aplicativo.',
  },
  ...achadosDeLink('application/video-link', 'o link do vídeo de demonstração'),
  'application/video-link:unavailable': {
    message: 'O vídeo "{url}" é privado ou não existe mais.',
    expected: 'um vídeo que qualquer pessoa possa ver',
    actual: 'o site diz que ele não está disponível',
    hint: 'Deixe o vídeo público ou não listado, ou corrija o endereço.',
  },
  'application/scopes:none': {
    message: 'O cadastro não informa escopos.',
    expected: 'cada escopo que o aplicativo pede',
    actual: 'nenhum',
    hint: 'Liste-os em `scopes`, cada um com o que abre e por que é necessário.',
  },
  'application/scopes:no-purpose': {
    message: 'A finalidade do aplicativo não está escrita, e nenhum escopo pode ser comparado com ela.',
    expected: 'uma frase em `purpose`',
    actual: 'nada',
    hint: 'Diga em uma frase para que serve o aplicativo.',
  },
  'application/scopes:twice': {
    message: 'O escopo "{scope}" aparece duas vezes.',
    expected: 'cada escopo uma vez',
    actual: '{scope} de novo',
    hint: 'Remova um dos dois.',
  },
  'application/scopes:unjustified': {
    message: 'O escopo "{scope}" não está justificado.',
    expected: 'uma frase própria em `why`, que o relacione com a finalidade',
    actual: 'nenhuma razão, uma razão curta demais ou a razão de outro escopo',
    hint: 'Diga qual função do aplicativo precisa dele; um escopo de que nada precisa deve sair.',
  },
  'application/scopes:no-resources': {
    message: 'O escopo "{scope}" não diz o que abre.',
    expected: 'famílias de recursos em `resources`',
    actual: 'nenhuma',
    hint: 'Use os nomes de `homologa contract`: produtos, pedidos-vendas, …',
  },
  'application/scopes:unknown-resource': {
    message: 'O escopo "{scope}" cita "{resource}", que não é um recurso da versão 3.',
    expected: 'uma família de recursos',
    actual: '{resource}',
    hint: 'Use os nomes de `homologa contract`: produtos, pedidos-vendas, …',
  },
  'application/scopes:answered-no': respondidoNao('os escopos'),
  'application/scopes-used:unused': {
    message: 'O escopo "{scope}" é pedido, e nenhuma requisição gravada precisou dele.',
    expected: 'uma requisição a {resources}',
    actual: 'nenhuma',
    hint: 'Remova o escopo, ou grave o tráfego da função que precisa dele. Mudar escopos pode encerrar todas as autorizações existentes.',
  },
  'application/scopes-used:wider': {
    message: 'O escopo "{scope}" permite escrever, e as requisições gravadas só leem.',
    expected: 'uma requisição de escrita a {resources}',
    actual: 'só leitura',
    hint: 'Peça só leitura, ou grave o tráfego da função que escreve.',
  },
  'application/scopes-used:uncovered': {
    message: 'Uma requisição gravada usou {route}, que nenhum escopo cadastrado abre.',
    expected: 'um escopo para {family} ({access})',
    actual: 'nenhum',
    hint: 'Inclua o escopo com sua razão, ou retire a requisição: com clientes ela será recusada.',
  },
  ...achadosDePagina('application/redirect-success'),
  'application/redirect-success:not-exchanged': {
    message: 'Chamado com `{call}`, o aplicativo não trocou o código por tokens.',
    expected: 'uma requisição de token com o código, dentro do minuto dele',
    actual: 'nenhuma',
    hint: 'Troque o código ao atender o link de redirecionamento, antes de mostrar a página.',
  },
  'application/redirect-success:exchange-refused': {
    message:
      'Chamado com `{call}`, o aplicativo pediu tokens com o código e foi recusado com {status}: ninguém viu um sucesso.',
    expected: 'uma requisição de token que traga tokens',
    actual: 'status {status}, todas as vezes que pediu',
    hint: 'Veja a requisição de token no journal: POST, um formulário com `grant_type=authorization_code` e `code`, e as credenciais do cliente de HOMOLOGA_CLIENT_ID e HOMOLOGA_CLIENT_SECRET.',
  },
  'application/redirect-success:strict-cookie': {
    message:
      'Chamado com `{call}`, o aplicativo não trocou nada, sem um cookie seu (`{cookies}`): ele é SameSite=Strict, e nenhum navegador envia um assim quando outro site, aqui o serviço, leva à página.',
    expected: 'um cookie que venha junto a partir do serviço: SameSite=Lax',
    actual: '`{cookies}` é SameSite=Strict',
    hint: 'Grave o cookie que conhece o `state` com SameSite=Lax. Numa só máquina pode parecer que funciona, pois todas as portas dela são um site.',
  },
  'application/redirect-success:code-twice': {
    message:
      'Chamado uma só vez com `{call}`, o aplicativo pediu tokens com o código de novo, depois que já tinham vindo.',
    expected: 'uma única requisição de token com o código',
    actual: 'mais uma, com um código já usado',
    hint: 'Um código vale uma vez, e um serviço pode tomar o segundo uso por furto e revogar os tokens. Procure um tratador que roda duas vezes, como um efeito da página, uma repetição automática, ou duas rotas que fazem a troca.',
  },
  'application/redirect-success:reads-of-failure': {
    message: 'Chamado com `{call}`, que deu certo, o link de redirecionamento fala de uma falha: “{words}”.',
    expected: 'palavras que digam que a conta está conectada',
    actual: '“{words}”',
    hint: 'Veja qual página o seu tratamento mostra depois que os tokens chegam; uma condição pode estar invertida.',
  },
  ...achadosDePagina('application/redirect-error'),
  'application/redirect-error:state-accepted': {
    message: 'Chamado com um `state` que nunca emitiu, o aplicativo trocou o código mesmo assim.',
    expected: 'uma recusa; nenhuma requisição de token',
    actual: 'uma requisição de token com o código',
    hint: 'Antes de tudo, compare `state` com o que está na sessão do usuário; sem isso, um estranho pode ligar a conta dele ao seu usuário.',
  },
  'application/redirect-error:state-constant': {
    message: 'O aplicativo deu a vários navegadores, estranhos entre si, o mesmo `state`.',
    expected: 'outro `state` a cada autorização',
    actual: 'o mesmo outra vez',
    hint: 'Quem o conhece pode ligar a conta dele ao seu usuário. Sorteie um `state` a cada autorização, e guarde-o na sessão do usuário.',
  },
  'application/redirect-error:same-as-success': {
    message: 'Chamado com `{call}`, o link de redirecionamento mostra a mesma página do sucesso.',
    expected: 'uma página que diga o que deu errado',
    actual: 'as palavras do sucesso',
    hint: 'Olhe primeiro `error` e `state`, e diga o que aconteceu e o que fazer.',
  },
  'application/redirect-error:same-as-homepage': {
    message:
      'Chamado com `{call}`, o link de redirecionamento mostra a página inicial, sem uma palavra da falha.',
    expected: 'uma página que diga o que deu errado',
    actual: 'as palavras de {url}',
    hint: 'Olhe primeiro `error` e `state`, e diga o que aconteceu e o que fazer; na página inicial também.',
  },
  'application/redirect-error:heading-of-success': {
    message:
      'Chamado com `{call}`, o link de redirecionamento mostra a falha sob o título ou o cabeçalho do sucesso: “{words}”.',
    expected: 'um título e um cabeçalho que digam o que deu errado',
    actual: '“{words}”',
    hint: 'As pessoas leem o cabeçalho e a aba antes do texto: dê à página de falha os seus próprios.',
  },
  'application/situation:em-desenvolvimento': {
    message: 'O aplicativo está em "{state}"; a seguir: {next}. Seus tokens valem.',
    expected: '—',
    actual: '{state}',
    hint: 'Quando estiver pronto para operar contas, o dono pede a revisão ao editá-lo.',
  },
  'application/situation:em-revisao': {
    message: 'O aplicativo está em "{state}"; a seguir: {next}. Seus tokens valem.',
    expected: '—',
    actual: '{state}',
    hint: 'Não há botão a apertar: a equipe do serviço decide.',
  },
  'application/situation:aprovado': {
    message: 'O aplicativo está em "{state}"; a seguir: {next}. Seus tokens valem.',
    expected: '—',
    actual: '{state}',
    hint: 'Não há botão a apertar. Mudar escopos pode encerrar todas as autorizações existentes.',
  },
  'application/situation:rejeitado': {
    message:
      'O aplicativo está em "{state}"; a seguir: {next}. Seus tokens valem: ele se comporta como em revisão.',
    expected: '—',
    actual: '{state}',
    hint: 'As razões estão na tela de edição. Ajustar e salvar pede uma nova revisão.',
  },
  'application/situation:inativado': {
    message: 'O aplicativo está em "{state}": todos os seus tokens de acesso estão revogados.',
    expected: '—',
    actual: '{state}',
    hint: 'Só a equipe do serviço pode reativá-lo.',
  },
  'application/situation:no-button': {
    message: 'Um aplicativo inativado não pode pedir revisão.',
    expected: 'um aplicativo ativo',
    actual: 'Inativado',
    hint: 'Fale com a equipe do serviço; só ela reativa.',
  },
  'application/situation:private': {
    message: 'O aplicativo é privado; o ciclo de vida com revisão começa ao salvá-lo como público.',
    expected: 'visibilidade pública',
    actual: 'privado',
    hint: 'Salve-o como público se outros devem instalá-lo.',
  },
  'application/situation:refused-same-state': {
    message: 'O aplicativo não pode passar de "{from}" para "{to}": já está lá.',
    expected: 'outra situação',
    actual: '{to}',
    hint: 'Deixe `nextSituation` de fora.',
  },
  'application/situation:refused-starts-in-development': {
    message: 'O aplicativo não pode começar em "{to}": um novo começa em "Em desenvolvimento".',
    expected: 'Em desenvolvimento',
    actual: '{to}',
    hint: 'Salve-o primeiro como público.',
  },
  'application/situation:refused-contact-the-team': {
    message:
      'O aplicativo não pode passar de "{from}" para "{to}": um inativado só volta pela equipe do serviço.',
    expected: 'nenhuma mudança',
    actual: '{from} → {to}',
    hint: 'Fale com a equipe do serviço.',
  },
  'application/situation:refused-review-first': {
    message: 'O aplicativo não pode passar de "{from}" para "{to}": isso é resultado de uma revisão.',
    expected: 'Em revisão antes',
    actual: '{from} → {to}',
    hint: 'Peça primeiro a revisão.',
  },
  'application/situation:refused-adjust-first': {
    message:
      'O aplicativo não pode passar de "{from}" para "{to}": é preciso ajustá-lo e salvar, o que pede uma nova revisão.',
    expected: 'Em revisão antes',
    actual: '{from} → {to}',
    hint: 'Corrija as razões da rejeição e salve.',
  },
  'application/situation:refused-no-way-back': {
    message: 'O aplicativo não pode passar de "{from}" para "{to}": o ciclo de vida não mostra essa mudança.',
    expected: 'uma mudança do ciclo de vida',
    actual: '{from} → {to}',
    hint: 'Veja `homologa explain application/situation`.',
  },
  'application/situation:answered-no': respondidoNao('a prontidão do aplicativo'),
} as const

export const pendenciasUi = {
  'review.open.offline': '{url} não foi chamado: sem rede. Repita a revisão com conexão.',
  'review.open.no-traffic':
    'Nenhum tráfego gravado mostra quais escopos são usados. Grave o trabalho do aplicativo com `homologa proxy` ou `homologa examine` e informe o arquivo com `--recording ARQUIVO`.',
  'review.open.page-no-valid-code':
    'O link de redirecionamento não pôde ser chamado com `{call}`: só o serviço dá um código válido. Deixe a revisão iniciar o aplicativo (`homologa review -- node app.js`) e informe a página dele nesta máquina em `rehearsalLink`.',
  'review.open.page-no-state':
    'O link de redirecionamento não pôde ser chamado com `{call}`: ninguém sabe qual `state` o aplicativo emitiu. Informe em `startLink` o endereço em que ele começa a autorização.',
  'review.open.page-no-authorization':
    'O link de redirecionamento não pôde ser chamado com `{call}`: `startLink` não redirecionou nem levou por um link ao endereço de autorização, nem havia um único botão que leve a ele, e ninguém sabe qual `state` o aplicativo emite. Informe em `startLink` o endereço que responde com esse redirecionamento (302 e `Location`), não a página anterior.',
  'review.open.page-stateless':
    'O link de redirecionamento não pôde ser chamado com `{call}`: o aplicativo pediu a autorização sem `state`, e assim não distingue uma resposta forjada da sua. Faça-o emitir um e não aceitar outro.',
  'review.open.page-offline':
    'O link de redirecionamento não foi chamado com `{call}`: sem rede. Repita a revisão com conexão.',
  'review.open.page-drawn-by-scripts':
    'A página depois de `{call}` é desenhada por scripts ou está em frames, e não havia navegador para desenhá-la. Informe um com `--browser ARQUIVO`, ou instale Chrome ou Chromium.',
  'review.open.exchange-unseen':
    'O servidor não trocou o código de `{call}`; scripts da página podem lê-lo e talvez cuidem disso, onde ninguém pôde ver. Troque-o no tratamento do link de redirecionamento para que isso fique provado.',
  'review.open.state-unseen':
    'Ninguém pôde ver se o aplicativo recusa um `state` errado. Deixe a revisão iniciar o aplicativo (`homologa review -- node app.js`) e informe a página dele nesta máquina em `rehearsalLink`.',
  'review.open.visibility': '`visibility` não está preenchido: public ou private.',
  'review.open.situation':
    '`situation` não está preenchido: em-desenvolvimento, em-revisao, aprovado, rejeitado ou inativado.',
  'review.open.unanswered': 'A pergunta "{question}" não foi respondida.',
  'review.open.answered-twice': 'A pergunta "{question}" tem duas respostas: deixe uma só.',
  'review.open.answer-undated': 'A resposta a "{question}" não tem data (como 2026-11-21).',
  'review.open.answer-in-future': 'A resposta a "{question}" tem data no futuro: {date}.',
  'review.open.answer-old':
    'A resposta a "{question}" é antiga: {date}. Confira de novo e responda outra vez.',
  'review.open.evidence-unnamed': 'A resposta a "{question}" não informa um arquivo de evidência.',
  'review.open.evidence-missing': 'Não foi possível ler a evidência de "{question}": {evidence}.',
  'review.open.evidence-empty': 'A evidência de "{question}" é um arquivo vazio: {evidence}.',
  'review.open.evidence-too-large':
    'A evidência de "{question}" é grande demais: {evidence}. No máximo 10 MB.',
  'review.open.no-run':
    'Nenhuma execução dos cinco passos pelo aplicativo está gravada. Rode `homologa examine -- node app.js`, comece-os ali se o aplicativo espera por alguém, e repita a revisão.',
  'review.open.run-incomplete': 'A execução gravada dos cinco passos está incompleta: {run}.',
  'review.open.run-by-homologa':
    'A execução gravada {run} é do próprio homologa, não do aplicativo. Rode `homologa examine -- node app.js` e repita a revisão.',
} as const
