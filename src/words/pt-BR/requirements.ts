import type { RequirementTexts } from '../requirement-texts.js'

/** O que cada requisito quer dizer, por que importa, o que costuma quebrá-lo e como corrigir: o mesmo que `requirements.en.ts`. */
export const textosDosRequisitos: RequirementTexts = {
  'homologation/order': {
    text: 'os cinco passos vêm na ordem dada, nenhum faltando, nenhum duas vezes, salvo após uma renovação ou um recomeço',
    means:
      'O serviço espera GET, POST, PUT, PATCH e DELETE, um após o outro. Um passo só pode vir duas vezes porque um token recusado foi renovado ou porque a operação inteira recomeçou depois de um limite.',
    why: 'Cada passo se apoia no anterior: os dados do passo 1, o identificador do passo 2. O serviço acompanha a execução pelos passos, e fora de ordem ela não é o procedimento.',
    breaks:
      'PATCH deixado de fora porque o PUT parecia fazer o mesmo; passos iniciados em paralelo; uma biblioteca de retentativas que reenvia um passo por conta própria; um segundo DELETE depois que o primeiro falhou; dois processos ao mesmo tempo.',
    fix: 'Escreva os cinco passos como uma só sequência que espera cada resposta. Desligue as retentativas automáticas nessas requisições. Deixe um processo por vez fazer a homologação.',
  },
  'homologation/complete': {
    text: 'os cinco passos têm sucesso em uma só execução; uma execução que começa e para no meio descumpre o requisito',
    means:
      'Uma execução termina com o sucesso do passo 5. Uma que começa e para no meio descumpre o requisito, ainda que toda requisição enviada estivesse certa.',
    why: 'Só uma execução completa pode ser aprovada, e o resultado aparece na tela do cadastro, não no seu programa. Um cliente que imprime "sucesso" não prova nada.',
    breaks:
      'Ler JSON de um 204: o PUT responde sem corpo, o parser lança uma exceção e a execução acaba depois do passo 3. Ou então: ninguém olha o status, e o programa segue ou termina depois de um erro.',
    fix: 'Leia o corpo somente onde há um (não em 204). Verifique o status de cada resposta e pare na primeira que não for sucesso. Depois veja o primeiro achado da execução: este costuma ser consequência dele.',
  },
  'homologation/product-data': {
    text: 'o passo 1 responde 200 com `data`, um objeto não vazio',
    means:
      'A resposta de GET /homologacao/produtos é 200 com um objeto JSON cuja propriedade `data` é um objeto com ao menos um campo.',
    why: 'Esses dados são o corpo do passo 2 e a base do passo 3. Sem eles nenhum passo posterior é possível.',
    breaks:
      'É dever do serviço. O que se vê: `data` ausente, vazio, uma lista, ou o corpo todo sem envelope; uma página em vez de JSON porque o endereço base está errado.',
    fix: 'Confira se o endereço base termina em /Api/v3. Se sim, informe a troca ao serviço; não complete com dados seus.',
  },
  'homologation/hash-issued': {
    text: 'o passo 1 responde com um cabeçalho de hash não vazio',
    means:
      'A resposta do passo 1 traz o cabeçalho indicado no perfil (`x-service-homologacao` na especificação) com um valor não vazio.',
    why: 'O hash liga os passos a uma execução. O que não foi emitido não pode ser levado adiante.',
    breaks:
      'É dever do serviço. Muitas vezes o serviço usa outro nome de cabeçalho que o perfil: `x-bling-homologacao` em vez de `x-service-homologacao`.',
    fix: 'Execute com `--profile bling` ou defina `hash.header` em um perfil seu. Se o cabeçalho faltar sob qualquer nome, informe ao serviço.',
  },
  'homologation/post-data': {
    text: 'o corpo do passo 2 é `data` do passo 1: sem envelope, sem alteração, tipos mantidos',
    means:
      'O corpo de POST /homologacao/produtos é o que está dentro de `data` do passo 1: os mesmos campos, os mesmos valores, os mesmos tipos JSON, sem envelope e sem acréscimos.',
    why: 'O serviço compara o que entregou com o que volta.',
    breaks:
      'O corpo embrulhado em `{"data": …}`; um produto inventado no código; `preco` transformado em texto, escrito com vírgula ou arredondado; uma classe tipada que descarta campos desconhecidos.',
    fix: 'Guarde o `data` lido como um mapa simples e serialize esse mesmo mapa. Não o passe por uma classe de produto sua. Em linguagens que arredondam, leia números como decimais.',
  },
  'homologation/product-id': {
    text: 'o passo 2 responde com o identificador do produto: um inteiro positivo, ou um texto não vazio onde o perfil o permite',
    means:
      'A resposta do passo 2 mostra o identificador do produto em `data.id`: um inteiro acima de zero, ou um texto não vazio onde o perfil o permite.',
    why: 'Os passos 3 a 5 põem esse identificador no caminho.',
    breaks:
      'É dever do serviço. Clientes também tropeçam nele: um identificador tem 11 dígitos, mais do que cabe em um inteiro de 32 bits.',
    fix: 'Leia `data.id` como inteiro de 64 bits ou como texto. Se a resposta não trouxer nenhum, informe ao serviço; onde o serviço usa textos, defina `product.idForm` em um perfil.',
  },
  'homologation/same-product': {
    text: 'os passos 3 a 5 endereçam esse identificador',
    means:
      'Os caminhos de PUT, PATCH e DELETE levam o identificador que o passo 2 da mesma execução respondeu.',
    why: 'Os passos descrevem a vida de um só produto. Outro identificador é outro produto, talvez um real.',
    breaks:
      'Um identificador escrito no código ou guardado de uma execução anterior; lido em `id` em vez de `data.id`, de modo que o caminho termina em "undefined"; cortado para 32 bits.',
    fix: 'Tome `data.id` da resposta do passo 2, guarde-o em uma variável desta execução e monte com ele os três caminhos. Depois de recomeçar no passo 1, use o novo.',
  },
  'homologation/put-change': {
    text: 'o corpo do passo 3 são os dados do produto com o campo da descrição trocado pelo texto dado',
    means:
      'O corpo de PUT /homologacao/produtos/{idProduto} traz todos os dados do produto, com o campo da descrição trocado pelo texto dado e todo o resto como estava.',
    why: 'PUT substitui todos os dados: um campo omitido é um campo apagado.',
    breaks:
      'O campo alterado enviado sozinho; o identificador acrescentado ao corpo; o campo errado alterado (`descricao` ou `nome`: o perfil diz qual); PUT enviado como PATCH; o corpo ainda embrulhado em `data`.',
    fix: 'Copie os dados do passo 1, altere esse único campo e envie a cópia com PUT. `homologa check --profile bling` mostra o corpo exato que passa sob esse perfil.',
  },
  'homologation/situation': {
    text: 'o corpo do passo 4 leva a situação; seu caminho termina em /situacoes',
    means: 'O passo 4 é PATCH /homologacao/produtos/{idProduto}/situacoes, e seu corpo JSON leva a situação.',
    why: 'A situação é um sub-recurso com rota própria; um PATCH no produto é outra operação.',
    breaks:
      '/situacoes esquecido no fim do caminho; o corpo vazio; o campo sob outro nome; POST ou PUT no lugar de PATCH.',
    fix: 'Acrescente /situacoes ao caminho e envie {"situacao": "I"} (o valor é o do perfil). Declare-o como application/json.',
  },
  'homologation/delete': {
    text: 'o passo 5 é DELETE no produto (um corpo: não deveria haver)',
    means:
      'O passo 5 é DELETE /homologacao/produtos/{idProduto}. Um corpo não é proibido, mas não deveria estar lá.',
    why: 'Ele encerra a execução. Muitos servidores e proxies recusam ou descartam um DELETE com corpo.',
    breaks:
      'Uma função de requisição comum que envia "{}" com qualquer método; o caminho do passo 4 (com /situacoes) reutilizado; a rota de exclusão de vários usada.',
    fix: 'Envie DELETE no caminho do produto, sem corpo e sem Content-Type.',
  },
  'homologation/answer-status': {
    text: 'cada passo recebe um status de sucesso do perfil (padrão: 200, 201, 204, 204, 204; outro 2xx: não deveria)',
    means:
      'Cada passo é respondido com o status de sucesso do perfil: 200, 201, 204, 204, 204, salvo outra definição. Outro 2xx aparece como aviso.',
    why: 'O status é o único sinal pelo qual um cliente sabe se pode seguir.',
    breaks:
      'Um corpo ou hash errado na requisição, respondido com 400; um redirecionamento porque o endereço base é http ou antigo; um erro do serviço (500, 503).',
    fix: 'Veja o corpo da resposta, sobretudo `error.fields`, e os achados anteriores: uma resposta de erro costuma decorrer da requisição. Se nada estava errado nela, informe a troca ao serviço.',
  },
  'homologation/spacing': {
    text: 'o intervalo entre duas requisições',
    means:
      'A especificação diz que "o intervalo entre duas requisições é de 2 segundos". Isso pode ser lido como no mínimo, no máximo ou sem limite. O perfil escolhe uma leitura; o relatório mostra a execução sob todas. "No mínimo" conta de requisição a requisição; "no máximo" conta da resposta à próxima requisição.',
    why: 'Uma execução que quebra o intervalo recebe um erro que fala em tempo limite e tem de recomeçar.',
    breaks:
      'Esperas fixas que servem à outra leitura ("sleep 2" onde se permitem no máximo 2 s); uma espera que começa no envio da requisição e é consumida por uma resposta lenta; nenhuma espera antes do passo repetido após uma renovação.',
    fix: 'Faça da espera uma configuração. Comece-a quando a resposta tiver chegado. Sob "no mínimo" espere 2.000 ms; sob "no máximo", cerca de 500 ms. `homologa judge ARQUIVO --profile …` avalia a mesma gravação sob outra leitura.',
  },
  'homologation/total-time': {
    text: 'a execução inteira dentro do total do perfil (padrão: nenhum)',
    means:
      'O tempo da primeira requisição à última resposta fica dentro do total do perfil. O perfil `spec` não tem nenhum; `bling` tem 10.000 ms.',
    why: 'Quatro esperas de 2 s e seis idas e voltas já levam de 8,3 a 11 s: quem espera muito vive na beirada.',
    breaks:
      'Esperas de 2 s sob um perfil com total; uma conexão nova a cada requisição; um tempo limite por requisição maior do que a execução toda pode durar.',
    fix: 'Espere menos, mantenha a conexão aberta, renove o token antes da execução só se estiver para expirar. Veja a folga no relatório.',
  },
  'homologation/limit-hit': {
    text: 'depois de atingido o limite, a operação é revista e repetida desde o passo 1',
    means:
      'Quando o serviço diz que um limite de tempo foi atingido, o cliente muda suas esperas e recomeça a operação inteira no passo 1.',
    why: 'A execução que atingiu o limite não vale mais; o serviço não a retoma no meio.',
    breaks:
      'O passo que atingiu o limite é repetido sozinho; o cliente segue com o próximo passo; desiste; repete com as mesmas esperas e atinge o limite de novo.',
    fix: 'Reconheça 429, e 400 com "tempo limite" em `error.fields[].msg`. Mude a espera, busque dados novos com o passo 1 e repita no máximo duas vezes.',
  },
  'homologation/token-renewed': {
    text: 'depois que um token foi recusado, a próxima requisição leva um novo',
    means:
      'Em um dos passos o token de acesso é recusado de propósito. O cliente então obtém um novo e envia o mesmo passo outra vez com ele e com o hash.',
    why: 'O procedimento testa exatamente isto: tokens expiram no dia a dia, e um aplicativo tem de sobreviver a isso sozinho.',
    breaks:
      'Nenhuma renovação: o cliente morre no primeiro 401; o token novo é salvo, mas um cliente HTTP em cache ainda envia o antigo; a renovação só acontece em um passo adivinhado; o passo é pulado depois da renovação.',
    fix: 'Trate a recusa em um único lugar, para todos os passos: renove, guarde os tokens novos, repita uma vez a requisição recusada. `homologa examine --invalidate-at each` experimenta em cada passo.',
  },
  'homologation/renewal-bounded': {
    text: 'não mais que uma renovação por recusa; nada de repetições sem fim',
    means: 'Uma recusa leva a uma renovação. Se o token novo também for recusado, o cliente para.',
    why: 'Repetições sem fim levam ao bloqueio do endereço: no serviço público bastam 20 chamadas de token em um minuto.',
    breaks:
      'Um laço de retentativas sem contador; um interceptador que renova para cada requisição que espera em paralelo; recursão que se chama de novo a cada 401.',
    fix: 'Permita uma repetição por requisição. Divida uma só renovação entre todas as requisições que esperam por ela. Pare com uma mensagem clara na segunda recusa.',
  },
  'homologation/renewal-justified': {
    text: 'nenhuma renovação sem uma recusa ou uma expiração',
    means: 'O cliente renova seu token só depois de uma recusa, ou porque o token está para expirar.',
    why: 'Uma renovação desnecessária gasta um refresh token, esconde o erro verdadeiro e conta contra o limite do endereço de tokens.',
    breaks:
      'Renovação em qualquer 400; renovação em um 403, onde falta um escopo; renovação antes de cada passo "por garantia".',
    fix: 'Renove em 401, e em um 400 só se o corpo disser que o token é inválido. Mostre qualquer outro erro como veio.',
  },
  'homologation/hash-carried': {
    text: 'o passo seguinte leva o hash mais novo, em seu cabeçalho e em nenhum outro lugar',
    means:
      'O hash de uma resposta é enviado em um cabeçalho do passo seguinte. A especificação pode ser lida como "em todo passo" ou como "depois que o token foi invalidado"; o perfil escolhe uma. Enviar o hash mais novo em todo passo depois do primeiro satisfaz as duas.',
    why: 'Sem o hash o serviço não sabe que a requisição renovada pertence à mesma execução.',
    breaks:
      'O hash nunca enviado, ou enviado vazio; uma constante ou um UUID aleatório; posto na consulta; o hash de um passo mais antigo; perdido quando o token foi renovado.',
    fix: 'Depois de cada resposta: se ela traz o cabeçalho, guarde o valor. Antes de cada requisição, menos a primeira: envie o valor guardado nesse cabeçalho, uma vez. Mantenha-o através de um 401 que não traga nenhum.',
  },
  'homologation/right-routes': {
    text: 'nenhuma requisição a rotas reais, sem o prefixo da versão ou a caminho desconhecido durante uma execução',
    means:
      'Durante uma execução toda requisição vai às cinco rotas abaixo de /homologacao/produtos, sob o endereço base.',
    why: 'As rotas reais de produtos são quase iguais e escrevem no catálogo da conta.',
    breaks:
      '/produtos chamado em vez de /homologacao/produtos; /Api/v3 perdido, porque o endereço base foi juntado a um caminho que começa com "/"; um erro de digitação no caminho.',
    fix: 'Concatene o caminho ao endereço base como texto, ou dê ao endereço uma barra final e nenhuma ao caminho. Os caminhos: /homologacao/produtos (GET, POST), /homologacao/produtos/{idProduto} (PUT, DELETE), /homologacao/produtos/{idProduto}/situacoes (PATCH).',
  },
  'homologation/sequential': {
    text: 'duas requisições de uma execução não se sobrepõem',
    means: 'A próxima requisição só é enviada quando a resposta anterior está completa.',
    why: 'Duas requisições ao mesmo tempo quebram o intervalo, e a segunda não pode conhecer o hash e os dados da primeira.',
    breaks:
      'Passos disparados juntos sem esperar; duas execuções com um só token; uma fila com vários trabalhadores; um tempo limite no cliente que desiste e reenvia enquanto a primeira requisição ainda corre.',
    fix: 'Espere cada resposta. Use uma trava por conta, para que um processo por vez faça o procedimento.',
  },
  'auth/bearer': {
    text: 'toda requisição ao serviço, em toda rota e de toda fonte, leva `Authorization: Bearer <access token>`, e nunca o refresh token',
    means:
      'Toda requisição ao serviço, seja qual for a rota e a origem do tráfego, leva um só cabeçalho `Authorization: Bearer` com o token de acesso. O refresh token nunca está ali, e um token recusado não é enviado de novo e de novo.',
    why: 'É o único modo pelo qual a versão 3 sabe quem chama.',
    breaks:
      'O cabeçalho perdido em um redirecionamento de um host antigo; o refresh token no lugar do token de acesso; a palavra Bearer esquecida ou dobrada; o token entre aspas; `undefined` onde uma variável estava vazia; duas bibliotecas que acrescentam o cabeçalho cada uma; um token recusado repetido em um laço.',
    fix: 'Defina o cabeçalho em um único lugar, a partir de `access_token` da resposta de tokens. Use o endereço base atual, para que nada redirecione.',
  },
  'auth/https': {
    text: 'https, salvo para esta máquina',
    means: 'As requisições vão por https. http simples só se aceita para a própria máquina, em ensaios.',
    why: 'Por http qualquer um no caminho pode ler o token e agir em nome da conta.',
    breaks:
      'http:// na configuração de um ambiente de testes; um proxy que encerra o TLS e segue por http simples; a verificação de certificados desligada para "fazer funcionar".',
    fix: 'Use endereços https:// com certificados válidos. Renove todo token que tenha viajado por http.',
  },
  'auth/refused': {
    text: 'uma requisição sem token válido é recusada',
    means:
      'Uma requisição sem token válido é recusada. A especificação não mostra como; por isso se observa, sem julgar.',
    why: 'Se o serviço respondesse sem token, os registros estariam abertos a qualquer um.',
    breaks: 'Um gateway ou ambiente de testes que deixa passar; uma rota que ficou desprotegida.',
    fix: 'Informe ao serviço, com a troca. No aplicativo nada precisa mudar.',
  },
  'auth/renewal': {
    text: 'o endereço de tokens responde a uma renovação com um token utilizável: um texto não vazio e sem espaços, `token_type` Bearer em qualquer grafia quando vem, `expires_in` acima de 0 quando vem',
    means:
      'O endereço de tokens responde à renovação com um JSON que traz um token de acesso novo, e esse token funciona. A própria renovação usa o refresh token mais novo.',
    why: 'Sem um token utilizável a execução acaba, e com um refresh token gasto uma pessoa tem de autorizar de novo.',
    breaks:
      'Um refresh token trocado e não salvo, de modo que da próxima vez vai o antigo; o refresh token sobrescrito por um vazio quando a resposta não traz nenhum; credenciais do cliente erradas; o endereço de uma página em vez do endereço de tokens.',
    fix: 'Salve o refresh token novo antes de usar o token de acesso novo, e mantenha o antigo se não vier nenhum. Confira `HOMOLOGA_TOKEN_URL`. Se o refresh token estiver gasto: `homologa login`.',
  },
  'auth/token-request': {
    text: 'a renovação vai como formulário, com as credenciais do cliente onde o perfil diz',
    means:
      'Uma renovação é um formulário (`application/x-www-form-urlencoded`) com grant_type e refresh_token; as credenciais do cliente vão onde o perfil diz.',
    why: 'A especificação não mostra a requisição de token; a prática pública é um formulário com HTTP Basic, e outras formas podem ser recusadas a qualquer momento.',
    breaks:
      'A requisição de token enviada como JSON; client_id e client_secret no corpo onde se quer HTTP Basic; nenhuma credencial.',
    fix: 'Envie os dois campos como formulário e as credenciais do cliente como `Authorization: Basic base64(id:secret)`.',
  },
  'auth/same-origin': {
    text: 'as credenciais não vão a nenhuma outra origem e nunca para dentro de uma URL',
    means:
      'Tokens de acesso, refresh tokens e segredos do cliente vão somente à origem do serviço, em cabeçalhos ou no formulário de tokens, e nunca em um endereço.',
    why: 'Endereços acabam em logs, históricos e referrers; outra origem é outro dono.',
    breaks:
      'Um redirecionamento seguido com o cabeçalho Authorization; `?access_token=…` em uma consulta; um serviço de monitoramento que recebe requisições inteiras.',
    fix: 'Não siga redirecionamentos com credenciais. Envie tokens só no cabeçalho. Renove o que tiver vazado.',
  },
  'request/content-type': {
    text: 'um corpo é enviado como `application/json`; nada se declara onde não há corpo',
    means:
      'Uma requisição com corpo diz `Content-Type: application/json`; uma sem corpo não diz nada a respeito.',
    why: 'O serviço lê o corpo pelo tipo declarado; um tipo errado vira corpo vazio do outro lado.',
    breaks:
      'Content-Type ausente porque o corpo foi serializado à mão; um tipo de formulário posto por padrão; o cabeçalho posto em todas as requisições, GET e DELETE inclusive.',
    fix: 'Defina o cabeçalho onde o corpo é definido, e em nenhum outro lugar.',
  },
  'request/body': {
    text: 'o corpo de uma requisição segue o schema zod da sua rota: presente, JSON, campos obrigatórios, tipos, enumerações, sem envelope; campos desconhecidos, e o que só as formas documentadas mostram: recomendado',
    means:
      'O corpo de uma requisição existe onde a rota pede um, é JSON, não vem envolto em `data` e tem os campos obrigatórios, nos tipos e valores conhecidos. Campos desconhecidos são um aviso.',
    why: 'O serviço recusa o que não conhece ou, pior, o descarta. Um campo de nome errado se perde sem erro.',
    breaks:
      'Nenhum corpo, ou um onde a rota não aceita nenhum; JSON feito à mão; a resposta de uma leitura devolvida com seu envelope; números como textos; um campo com erro de grafia; um valor fora da sua enumeração.',
    fix: 'Veja o caminho do achado no corpo ao lado e envie o que ali se espera.',
  },
  'request/query': {
    text: 'os parâmetros de consulta são conhecidos e do seu tipo, e os obrigatórios estão presentes; o que só as formas documentadas mostram: recomendado',
    means: 'Os parâmetros de consulta são os da rota, do seu tipo, e os obrigatórios estão presentes.',
    why: 'Um filtro de nome errado é ignorado: a listagem que vem é outra que a pedida.',
    breaks:
      'Um parâmetro com erro de grafia, ou da versão 2; um texto no lugar de um número; um valor fora da sua enumeração; um parâmetro obrigatório ausente.',
    fix: 'Compare o parâmetro com a tabela da sua rota.',
  },
  'request/identifier': {
    text: 'um registro é endereçado pelo seu identificador, não por número, série ou código',
    means:
      'Um registro é lido, alterado e excluído pelo identificador que listagens e criações respondem, não pelo seu número, série ou código.',
    why: 'A versão 3 endereça registros só pelo identificador. Um número pode ser por acaso o identificador de outro registro.',
    breaks:
      'O número de um pedido ou o código de um produto no caminho, como na versão 2; `undefined`, porque o identificador foi lido no lugar errado.',
    fix: 'Ache o registro em uma listagem com filtro, tome o seu `id` e enderece por ele.',
  },
  'limits/rate': {
    text: 'não mais requisições por segundo e por dia do que o perfil diz',
    means:
      'Uma conta não recebe mais requisições por segundo e por dia do que o perfil diz. A homologação tem seu próprio limite, o intervalo.',
    why: 'Além do limite o serviço responde 429 e pode bloquear o endereço por um tempo.',
    breaks:
      'Requisições em paralelo; um laço sem pausa; vários processos que dividem uma conta e não sabem um do outro.',
    fix: 'Envie por uma só fila por conta, que deixe passar tantas requisições por segundo.',
  },
  'service/answers': {
    text: 'o serviço responde por completo, dentro do tempo e do tamanho permitidos',
    means:
      'Toda requisição recebe uma resposta HTTP completa dentro do tempo e do tamanho permitidos (10.000 ms, salvo `--timeout-ms`).',
    why: 'Uma requisição sem resposta deixa em aberto se foi processada; repeti-la às cegas pode causar dano.',
    breaks:
      'O serviço trava, derruba a conexão ou envia um corpo quebrado; ou o caminho está bloqueado: nome que não resolve, firewall, proxy, certificado.',
    fix: '`homologa doctor` examina endereço, rede, proxy e certificado. Se estiverem bem, repita mais tarde e informe a troca ao serviço.',
  },
  'envelope/status': {
    text: 'o status de sucesso tabulado; nas demais rotas, as convenções: leituras 200, criações 201; uma atualização ou exclusão de um registro 204 (200 ou 201: recomendado, salvo se o perfil conhece o status da rota); nenhum status além de 200, 201 e 204 é sucesso; 5xx em qualquer rota é erro, mesmo nas só nomeadas',
    means:
      'Uma operação responde o status de sucesso que a especificação tabula. Nas demais valem as convenções: uma leitura 200, uma criação 201, uma atualização ou exclusão de um registro 204. 202, 206 e semelhantes não são sucesso, e 5xx nunca é. Onde o perfil conhece o status de uma rota, ele vale.',
    why: 'Pelo status os clientes decidem se há corpo e se podem seguir.',
    breaks:
      'PUT respondido com 200 em vez de 204; 202 para um trabalho feito depois; um escopo que falta (403); uma conta em que a requisição de exemplo não é válida; um erro do serviço.',
    fix: 'Aceite qualquer 2xx no cliente. Em 403, acrescente o escopo e autorize de novo. Para exemplos recusados, indique corpos seus. O resto, informe ao serviço.',
  },
  'envelope/json': {
    text: 'um corpo é JSON e declarado como JSON',
    means: 'Um corpo é JSON em UTF-8, e seu Content-Type o diz.',
    why: 'Um cliente que confia no cabeçalho não lê outra coisa; um que o ignora encontra páginas HTML mais cedo ou mais tarde.',
    breaks:
      'Uma página HTML de um gateway em vez de JSON; JSON declarado como text/html; bytes em Latin-1; aspas simples ou um fim cortado.',
    fix: 'Informe ao serviço. No cliente: confira o Content-Type, depois interprete, e mostre os primeiros caracteres do que não pôde ser lido.',
  },
  'envelope/data': {
    text: 'as leituras bem-sucedidas de toda rota são um objeto com a única propriedade `data`, do tipo da operação (lista, objeto); onde o perfil sabe que uma rota não a tem, ele vale',
    means:
      'Uma leitura bem-sucedida é um objeto com a única propriedade `data`: uma lista nas listagens, um objeto nas demais. Isso vale em toda rota, também onde a especificação não mostra mais nada dela.',
    why: 'Todo cliente lê `data` primeiro; o que está em outro lugar não é encontrado.',
    breaks:
      'O registro solto no topo; uma lista como corpo inteiro; `data` nulo ou um texto; outras propriedades ao lado.',
    fix: 'Informe ao serviço. No cliente: leia `data` e não dependa de nada ao lado dele.',
  },
  'envelope/no-content': {
    text: '204 não leva corpo',
    means: 'Uma resposta com status 204 não tem corpo.',
    why: 'O HTTP o proíbe, e um corpo perdido pode ser tomado pelo começo da próxima resposta na mesma conexão.',
    breaks:
      'Um framework que escreve "{}" ou "null" depois dos cabeçalhos; um status trocado com o corpo antigo ainda junto.',
    fix: 'Informe ao serviço. No cliente: nunca leia um corpo em 204.',
  },
  'envelope/created': {
    text: 'uma criação, e uma atualização que responde um corpo, responde `data` com o identificador daquele mesmo registro',
    means:
      'Uma criação responde `data` com o identificador do registro novo. Uma atualização não precisa responder um corpo; se responde, `data` nomeia o próprio registro atualizado.',
    why: 'Sem ele o registro não pode ser lido, alterado nem excluído; a execução que o criou não consegue limpar.',
    breaks:
      '`data` vazio ou ausente; o identificador como nulo, zero, fração ou booleano; sob outro nome; uma atualização que nomeia outro registro.',
    fix: 'Informe ao serviço. Se um registro foi criado, ache-o em uma listagem e exclua-o à mão.',
  },
  'data/shape': {
    text: '`data` de uma resposta segue o schema zod da sua rota; onde só as formas documentadas do perfil o mostram: recomendado',
    means:
      '`data` de uma resposta tem os campos, tipos e valores conhecidos da sua rota. O que a especificação mostra é obrigatório; o que as formas documentadas do perfil acrescentam é recomendado (`--strict-shapes`: obrigatório). No passo 1 da homologação é obrigatório em todo caso.',
    why: 'Um cliente lê campos por nome e tipo. Um serviço que muda um deles em silêncio quebra todos os clientes de uma vez, e nenhum status avisa.',
    breaks:
      'Um número que vira texto; um campo que some; nulo onde um valor era prometido; um valor novo em uma enumeração.',
    fix: 'Compare o caminho do achado com o corpo ao lado. Se a forma documentada estiver velha, indique uma sua em um perfil ou em uma suíte; senão, informe ao serviço.',
  },
  'errors/unknown-record': {
    text: 'um identificador que não existe, ou não existe mais, dá 404 nas operações que endereçam um registro: ler, atualizar, alterar em parte, excluir, agir; em toda rota',
    means:
      'Uma operação que endereça um registro responde 404 quando o identificador não existe, ou não existe mais: uma leitura, uma atualização, um PATCH, uma exclusão, uma ação.',
    why: 'Só o 404 diz ao cliente que o registro não existe mais; 400 ou 200 o faz repetir ou acreditar.',
    breaks: '200 com `data` vazio; 400 ou 500 em vez de 404; 204 ao excluir o que não existe, ou duas vezes.',
    fix: 'Informe ao serviço, com a troca. No cliente: trate 404 como "não existe mais".',
  },
  'errors/invalid-request': {
    text: 'uma requisição inválida dá 400 onde 400 está tabulado; em outras criações, atualizações, exclusões, ações e listagens com filtros: recomendado',
    means:
      'Uma requisição que a especificação exclui responde 400. Onde 400 está tabulado para a operação isso é obrigatório; em outras criações, atualizações, exclusões, ações e listagens com filtros é recomendado.',
    why: 'O que é aceito por engano é gravado por engano.',
    breaks: 'Um valor fora da enumeração aceito; um corpo vazio aceito na criação; 500 ou 422 em vez de 400.',
    fix: 'Informe ao serviço. Se daí surgiu um registro, exclua-o (`homologa cleanup`).',
  },
  'errors/shape': {
    text: '400 e 404 levam um corpo JSON de uma só forma comum',
    means: 'Respostas 400 e 404 levam um corpo JSON, e todas têm a mesma forma.',
    why: 'Um cliente consegue mostrar bem um tipo de erro; o detalhe útil costuma estar em `error.fields`.',
    breaks:
      'Um corpo vazio; uma página HTML; uma rota que responde `message` onde as outras respondem `error`.',
    fix: 'Informe ao serviço. No cliente: mostre o corpo inteiro quando a forma não for a conhecida.',
  },
  'lists/array': {
    text: 'os dados de uma listagem são uma lista de objetos (GET /anuncios: um objeto, como na tabela, ou uma lista; o que veio é observado; em um objeto, a única lista de objetos traz os registros, e valem para ela todas as regras de listagem)',
    means:
      'Uma listagem responde `data` como lista de objetos; uma listagem vazia é uma lista vazia. GET /anuncios pode responder também um objeto, e o relatório diz o que veio.',
    why: 'Os clientes percorrem a lista; um objeto ou nulo os quebra na primeira conta vazia.',
    breaks:
      '`data` nulo quando não há nada; um objeto com identificadores como chaves; uma lista só de identificadores.',
    fix: 'Informe ao serviço. No cliente: trate a falta da lista como vazia só onde isso não fizer mal.',
  },
  'lists/identifier': {
    text: 'todo registro de uma listagem de registros leva seu identificador',
    means: 'Todo registro de uma listagem traz seu identificador.',
    why: 'A listagem é um resumo; o identificador é o único caminho até o registro inteiro.',
    breaks: 'Um registro sem `id`, ou com nulo, quando seus dados estão incompletos.',
    fix: 'Informe ao serviço, com a troca; pule esses registros no cliente e conte-os.',
  },
  'lists/limit': {
    text: 'nenhuma página é mais longa que `limite`',
    means: 'Uma página não traz mais registros do que `limite` pede.',
    why: 'Por ele os clientes dimensionam memória e laços.',
    breaks: '`limite` ignorado, ou elevado a um mínimo do serviço.',
    fix: 'Informe ao serviço. No cliente: aceite o que vier e termine o laço em uma página vazia, não em uma curta.',
  },
  'lists/page': {
    text: '`pagina` avança: duas páginas não têm registro em comum, nenhuma traz um duas vezes, nenhuma vem vazia enquanto restam registros, nenhuma além do fim repete',
    means: '`pagina` avança: duas páginas de uma listagem não repetem nenhum registro.',
    why: 'Registros repetidos são processados duas vezes, e a cada repetição outro se perde.',
    breaks:
      '`pagina` ignorado; uma listagem sem ordem estável; registros criados enquanto as páginas são lidas.',
    fix: 'Numa gravação, repita enquanto ninguém escreve; `contract` lê de novo a primeira página antes de acusar. Se continuar, informe ao serviço; até lá, descarte repetições pelo identificador.',
  },
  'lists/filter': {
    text: 'os filtros tabulados são aceitos e restringem a listagem; um filtro cujo efeito nenhum registro mostra é relatado como não mostrado',
    means: 'Um filtro da tabela é aceito e restringe a listagem ao que pede.',
    why: 'Um filtro ignorado em silêncio entrega outros registros que os pedidos: o cliente então altera os errados.',
    breaks:
      'O parâmetro renomeado ou ignorado; 400 para um valor válido; outros parâmetros exigidos que a especificação não cita.',
    fix: 'Informe ao serviço. No cliente: confira o campo filtrado do que veio, onde ele aparece.',
  },
  'lists/summary': {
    text: 'o registro de uma listagem é um resumo: a leitura única mostra mais campos',
    means:
      'Uma listagem mostra resumos: a leitura única de um registro mostra ao menos tantos campos quanto a listagem.',
    why: 'Os clientes buscam o registro único porque ele é completo.',
    breaks: 'Um campo mostrado só na listagem; uma leitura única que omite campos vazios.',
    fix: 'Informe ao serviço; até lá, leia da listagem o campo que falta.',
  },
  'records/same-identifier': {
    text: 'uma leitura única responde o registro que foi pedido, com seu identificador, do tipo que a listagem mostra',
    means: 'Uma leitura única responde o registro cujo identificador foi pedido.',
    why: 'Qualquer outro é outro registro: o que o cliente escrever em seguida vai para o lugar errado.',
    breaks:
      'Um cache que mistura registros; números acima de 2^53 arredondados por um dos lados; número ou código tomado pelo identificador, como na versão 2.',
    fix: 'Guarde identificadores como texto ou inteiros de 64 bits. Se a requisição estava certa, informe ao serviço.',
  },
  'records/created-readable': {
    text: 'o que foi criado pode ser lido, com os valores enviados (salvo o que o serviço normaliza)',
    means: 'Um registro criado pode ser lido sob o identificador que foi respondido.',
    why: 'De outro modo ninguém sabe se ele existe.',
    breaks:
      'Uma réplica atrasada; um identificador de outro tipo na resposta; um registro criado mais tarde, por uma fila.',
    fix: 'Informe ao serviço. O registro está no livro da execução: `homologa cleanup` tenta excluí-lo.',
  },
  'records/replaced': {
    text: 'depois de PUT o registro tem os valores enviados, e não mais os que ficaram de fora (mantidos: recomendado, relatado como mesclado)',
    means: 'Depois de PUT o registro tem os valores enviados. Números podem diferir pelo seu ruído binário.',
    why: 'PUT substitui todos os dados; um valor que não chegou se perde sem erro.',
    breaks:
      'Um campo ignorado pelo serviço; um valor reformatado ao ser gravado; uma atualização parcial em vez de substituição.',
    fix: 'Compare as duas trocas do achado. Se o campo foi enviado, informe ao serviço.',
  },
  'records/patched': {
    text: 'PATCH altera o que nomeia e nada mais',
    means: 'PATCH altera o que nomeia e deixa todo o resto como estava.',
    why: 'Uma atualização parcial que zera outros campos destrói dados em silêncio.',
    breaks:
      'Campos não nomeados voltam ao padrão; o valor nomeado não é assumido; outro processo escreve ao mesmo tempo.',
    fix: 'Repita enquanto ninguém mais escreve. Se continuar, informe ao serviço e, até lá, use GET e depois PUT.',
  },
  'records/deleted': {
    text: 'depois de DELETE o registro responde 404',
    means: 'Depois de DELETE o registro responde 404.',
    why: 'Um registro que continua vivo ainda é listado, vendido ou cobrado.',
    breaks: 'Registros apenas marcados como excluídos; um cache; 200 com `data` vazio; 400 em vez de 404.',
    fix: 'Veja se o registro ainda aparece na conta, exclua-o lá e informe ao serviço.',
  },
  'situations/listing': {
    text: 'a situação de um anúncio é de 1 a 4; publicar dá 1, pausar dá 4',
    means: 'A `situacao` de um anúncio é 1, 2, 3 ou 4. Depois de publicar é 1, depois de pausar é 4.',
    why: 'Anúncios vendem: um que aparece como pausado e não está vende o que não há.',
    breaks: 'Um valor novo; um texto no lugar do número; a ação respondida antes de fazer efeito.',
    fix: 'Informe ao serviço. No cliente: mostre uma situação desconhecida como desconhecida, não como publicada.',
  },
  'situations/listing-default': {
    text: 'GET /anuncios sem `situacao` lista a situação 1',
    means: 'GET /anuncios sem `situacao` lista os publicados (situação 1).',
    why: 'Clientes que dependem do padrão mexeriam, de outro modo, em rascunhos e anúncios pausados.',
    breaks: 'O padrão retirado ou mudado pelo serviço.',
    fix: 'Indique sempre `situacao` na requisição. Informe a diferença ao serviço.',
  },
  'situations/custom-field': {
    text: 'só 0 e 1 são aceitos, e o registro mostra o que foi definido',
    means:
      'A situação de um campo customizado aceita só 0 e 1, e o registro mostra depois o que foi definido.',
    why: 'Um valor fora dos dois deixa um campo nem ativo nem inativo.',
    breaks: '2 ou "A" aceito; 400 para 0, que algum código toma por ausente; o valor antigo mostrado depois.',
    fix: 'Informe ao serviço. No cliente: envie o número, não o texto nem o booleano.',
  },
  'categories/parent': {
    text: '`categoriaPai`, onde presente, é um objeto',
    means: '`categoriaPai` de uma categoria de produto é um objeto, quando está presente.',
    why: 'Os clientes leem `categoriaPai.id`; um número ou um texto os quebra.',
    breaks:
      'O identificador solto no lugar do objeto; uma lista vazia em uma categoria sem pai. Nulo vale por ausente, e é relatado.',
    fix: 'Leia nulo como "sem pai". Informe ao serviço qualquer outra forma.',
  },
  'drift/removed': {
    text: 'a forma observada mantém a linha de base aceita: nenhum campo some',
    means:
      'Um campo ou corpo que a linha de base aceita conhece ainda vem nas respostas daquela rota e daquele status.',
    why: 'Um campo que some quebra quem o lê sem aviso algum: o número da versão continua o mesmo.',
    breaks: 'O serviço renomeou ou retirou um campo; a conta já não tem registro que o mostre.',
    fix: 'Deixe de ler o campo e aceite a mudança com `--update-baseline`; ou informe ao serviço.',
  },
  'drift/type': {
    text: 'a forma observada mantém a linha de base aceita: nenhum tipo muda',
    means: 'Um campo mantém o tipo JSON que tinha quando a linha de base foi aceita.',
    why: 'Leitores tipados falham no primeiro valor de outro tipo.',
    breaks: 'Um número virou texto; um objeto virou lista quando está vazio; inteiros que ganham decimais.',
    fix: 'Leia os dois tipos por um tempo; aceite a mudança com `--update-baseline`.',
  },
  'drift/nullable': {
    text: 'a forma observada mantém a linha de base aceita: não fica nulo o campo que nunca foi',
    means: 'Um campo que nunca foi nulo na linha de base não é nulo agora.',
    why: 'Nulo é a causa mais comum de queda em um leitor que nunca o encontrou.',
    breaks:
      'O serviço passou a preencher valores desconhecidos com nulo; surgiram na conta registros de um tipo novo.',
    fix: 'Espere nulo onde o campo é lido; aceite a mudança com `--update-baseline`.',
  },
  'drift/optional': {
    text: 'a forma observada mantém a linha de base aceita: não fica opcional o campo que sempre veio',
    means: 'Um campo que veio em toda resposta da linha de base ainda vem em toda resposta.',
    why: 'Leitores que contam com o campo falham no primeiro registro sem ele.',
    breaks: 'O serviço omite campos vazios; só alguns registros têm o campo.',
    fix: 'Prepare a leitura para a ausência do campo; aceite a mudança com `--update-baseline`.',
  },
  'drift/status': {
    text: 'a forma observada mantém a linha de base aceita: nenhum status novo',
    means: 'Uma rota responde somente os status que a linha de base conhece.',
    why: 'Um cliente que compara só com 200 toma 202 por erro, e 207 por sucesso.',
    breaks:
      'O serviço trocou 200 por 204 ou o contrário; apareceu um limite ou um erro que a linha de base nunca viu.',
    fix: 'Trate o status novo; aceite-o com `--update-baseline` ou informe ao serviço.',
  },
  'drift/added': {
    text: 'campos e rotas novos, além da linha de base aceita',
    means: 'Veio algo que a linha de base não conhece: um campo ou uma rota. Observa-se, sem julgar.',
    why: 'Acréscimos não descumprem nada, mas dizem cedo o que está mudando.',
    breaks: 'O serviço acrescentou um campo; a conta usou um recurso pela primeira vez.',
    fix: 'Nada a fazer. `--update-baseline` o incorpora. Confira se seu leitor ignora campos que não conhece.',
  },
  'drift/values': {
    text: 'valores e formas de texto novos, além da linha de base aceita',
    means:
      'Um campo mostra um valor, ou uma forma de texto, que a linha de base não conhece. Observa-se, sem julgar.',
    why: 'Um valor novo de `situacao` ou `tipo` escapa de todo switch de um cliente.',
    breaks: 'O serviço acrescentou um valor a uma lista; datas passaram a trazer a hora.',
    fix: 'Confira se seu código conhece o valor ou tem um caso padrão; `--update-baseline` o incorpora.',
  },
  'openapi/schema': {
    text: 'os corpos de sucesso são como o documento OpenAPI do usuário os descreve',
    means: 'Um corpo de sucesso segue o esquema do documento OpenAPI que você indicou com `--openapi`.',
    why: 'Clientes gerados leem por esse documento; onde ele erra, eles falham.',
    breaks: 'O documento está atrasado; falta um campo obrigatório; um tipo ou uma enumeração difere.',
    fix: 'Compare com um documento mais novo. Aceite uma diferença conhecida com motivo e data, ou informe ao serviço.',
  },
  'openapi/field': {
    text: 'campos além do documento OpenAPI do usuário',
    means: 'Uma resposta tem um campo que seu documento OpenAPI não nomeia. Observa-se, sem julgar.',
    why: 'Ninguém prometeu o campo: ele pode sumir sem aviso.',
    breaks: 'O documento está atrasado em relação ao serviço.',
    fix: 'Não dependa do campo. Procure um documento mais novo.',
  },
  'openapi/status': {
    text: 'status além do documento OpenAPI do usuário',
    means: 'Uma operação respondeu um status que seu documento OpenAPI não lista. Observa-se, sem julgar.',
    why: 'Um cliente gerado pode não ter caso para ele.',
    breaks: 'O documento lista só alguns erros; 429 e 5xx costumam faltar.',
    fix: 'Trate o status mesmo assim.',
  },
  'openapi/operation': {
    text: 'operações além do documento OpenAPI do usuário',
    means: 'Foi chamada uma rota que seu documento OpenAPI não tem. Observa-se, sem julgar.',
    why: 'Ou a cópia do documento é antiga, ou ninguém prometeu a rota.',
    breaks: 'Uma cópia antiga do documento; outro caminho base nele.',
    fix: 'Busque o documento mais novo; compare seus `servers` com seu endereço base.',
  },
  'versioning/v2-route': {
    text: 'nenhuma requisição usa um caminho da versão 2; o achado nomeia o da versão 3',
    means:
      'Nenhuma requisição usa um caminho da versão 2. O achado nomeia o caminho que a versão 3 tem no lugar.',
    why: 'A versão 2 tem outras rotas, outras chaves e outro comportamento; não é ela que se homologa.',
    breaks:
      'Código migrado pela metade: /contato, /pedido, /notasfiscais; /Api/v2 em uma configuração; leitura por número ou código em vez do identificador.',
    fix: 'Chame o caminho que o achado nomeia, sob o endereço base da versão 3, com o identificador do registro.',
  },
  'versioning/v2-key': {
    text: 'nenhuma chave de API estática é enviada',
    means: 'Nenhuma requisição leva uma chave de API estática da versão 2.',
    why: 'A chave nunca expira e abre a conta inteira; a versão 3 não precisa dela.',
    breaks:
      '`apikey` ainda acrescentado por uma função de requisição comum, na consulta, em um cabeçalho ou em um formulário.',
    fix: 'Retire a chave do código e das configurações e revogue-a na conta, pois ela viajou.',
  },
  'versioning/unavailable': {
    text: 'nenhuma requisição a um recurso que a versão 3 não tem; observado onde o perfil ou um documento tem a rota, ou o serviço respondeu 2xx',
    means:
      'Nenhuma requisição pede o que a versão 3 não tem: CT-e, grupos de produtos, ordens de produção, propostas comerciais. Um caminho que a especificação não cita também é relatado. Onde o serviço responde com sucesso, isso é apenas observado.',
    why: 'Tais requisições só dão erros e contam contra os limites.',
    breaks:
      'Uma função da versão 2 que nunca foi retirada; um caminho com erro de grafia; uma rota de outro serviço.',
    fix: 'Retire a função, ou faça-a sem o serviço. Compare um caminho desconhecido com as tabelas da especificação, letra por letra.',
  },
  'application/logo': {
    text: 'cada atributo do cadastro está presente e utilizável: o logotipo',
    means: 'O cadastro tem um logotipo: uma imagem legível, quadrada, de tamanho sensato.',
    why: 'É o que os clientes veem primeiro; os revisores conferem se é seu.',
    breaks:
      'Nenhum arquivo; um caminho que não leva a nada; o logotipo do próprio serviço. Uma imagem minúscula, enorme ou alongada é um aviso, pois os tamanhos são nossos.',
    fix: 'Exporte um PNG quadrado de 512 × 512 pixels, indique-o em application.yaml e envie-o na tela do cadastro.',
  },
  'application/name': {
    text: 'cada atributo do cadastro está presente e utilizável: o nome',
    means: 'O aplicativo tem um nome que os clientes entendem.',
    why: 'Pelo nome os clientes decidem a quem dão acesso à sua conta.',
    breaks:
      '"teste", "App 1" ou outro nome provisório. Um nome muito curto ou longo é um aviso, pois os tamanhos são nossos.',
    fix: 'Escolha o nome sob o qual você vende ou usa o aplicativo; escreva-o em application.yaml e no cadastro.',
  },
  'application/description': {
    text: 'cada atributo do cadastro está presente e utilizável: a descrição',
    means: 'A descrição diz o que o aplicativo faz, para quem, e do que precisa.',
    why: 'Os revisores a comparam com o que o aplicativo faz e com seus escopos.',
    breaks:
      'Nenhuma; um texto provisório. A descrição curta de novo, ou um texto de duas palavras, é um aviso.',
    fix: 'Escreva algumas frases: finalidade, usuários, quais registros são lidos ou escritos, e por quê.',
  },
  'application/short-description': {
    text: 'cada atributo do cadastro está presente e utilizável: a descrição curta',
    means: 'Uma frase para a lista de extensões.',
    why: 'Ela fica ao lado do nome na lista de extensões.',
    breaks: 'Deixada vazia; um texto provisório. Muito mais longa ou curta do que uma frase é um aviso.',
    fix: 'Diga em uma frase o que o cliente ganha.',
  },
  'application/category': {
    text: 'cada atributo do cadastro está presente e utilizável: a categoria',
    means: 'O aplicativo está em uma categoria que combina com sua finalidade.',
    why: 'É ali que clientes e revisores a procuram.',
    breaks: 'Deixada vazia; a primeira da lista mantida por acaso.',
    fix: 'Escolha a categoria pela finalidade principal; copie o nome dela para application.yaml.',
  },
  'application/redirect-link': {
    text: 'cada atributo do cadastro está presente e utilizável: o link de redirecionamento',
    means: 'O link de redirecionamento é um endereço https sem fragmento, e responde.',
    why: 'Depois de autorizar, o navegador do cliente é enviado para lá com o código: se falhar, nenhuma conta pode ser conectada.',
    breaks:
      'http://localhost esquecido do desenvolvimento; um certificado vencido; uma cadeia de redirecionamentos; "#" no endereço.',
    fix: 'Cadastre o endereço https público do tratador que troca o código e chame-o uma vez a partir de outra rede.',
  },
  'application/homepage-link': {
    text: 'cada atributo do cadastro está presente e utilizável: o link da página inicial',
    means: 'O link da página inicial responde com uma página pública sobre o aplicativo.',
    why: 'Os clientes olham ali antes de instalar; os revisores, se o aplicativo existe.',
    breaks: 'Uma página que pede login; uma página vazia; 404; http simples.',
    fix: 'Publique uma página que diga o que é o aplicativo, para quem, e como obtê-lo.',
  },
  'application/manual-link': {
    text: 'cada atributo do cadastro está presente e utilizável: o link do manual',
    means: 'O link do manual responde com instruções que qualquer um pode ler.',
    why: 'Um cliente tem de conseguir instalar, usar e remover o aplicativo sem perguntar.',
    breaks: 'Um documento que pede login; uma página vazia; um link para a página inicial.',
    fix: 'Publique como instalar, usar e remover o aplicativo; abra o documento a todos que têm o link.',
  },
  'application/video-link': {
    text: 'cada atributo do cadastro está presente e utilizável: o link do vídeo de demonstração',
    means: 'O link do vídeo responde com um vídeo que qualquer um pode ver.',
    why: 'Nele os revisores veem o que o aplicativo faz sem ter conta nele.',
    breaks: 'Um vídeo privado ou apagado; um link para um canal; um arquivo que pede login.',
    fix: 'Envie o vídeo como público ou não listado e abra o link em uma janela anônima.',
  },
  'application/scopes': {
    text: 'cada atributo do cadastro está presente e utilizável: os escopos',
    means: 'O cadastro lista os escopos, e cada um se justifica pela finalidade do aplicativo.',
    why: 'Os escopos têm de se relacionar com a finalidade; os desnecessários são motivo comum de rejeição e um risco para o cliente.',
    breaks:
      'Todos os escopos marcados "para depois"; um motivo copiado para todos; um escopo listado duas vezes.',
    fix: 'Escreva em `scopes` de application.yaml, para cada escopo, o que ele abre e qual função precisa dele; retire os demais.',
  },
  'application/redirect-success': {
    text: 'o link de redirecionamento mostra uma página própria para uma pessoa depois do sucesso',
    means:
      'Depois de uma troca bem-sucedida do código, o cliente vê uma página em palavras: que a conta está conectada e o que vem a seguir. Ela não mostra código, token nem segredo.',
    why: 'O cliente acabou de dar acesso a uma conta e precisa saber se deu certo.',
    breaks:
      'JSON cru; uma página vazia; o token na página ou no endereço dela; o código nunca trocado, ou a troca recusada; um cabeçalho que diz que deu errado.',
    fix: 'Troque o código no servidor, redirecione para um endereço limpo e mostre uma página com título, idioma e viewport.',
  },
  'application/redirect-error': {
    text: 'o link de redirecionamento mostra uma página própria para uma pessoa depois de um erro',
    means:
      'Quando o cliente nega o acesso, o código expirou ou `state` está errado, uma página diz em palavras o que houve e o que fazer.',
    why: 'Erros são diários: quem vê um stack trace não tenta de novo.',
    breaks:
      'Um stack trace; status 500; a página de sucesso, ou a inicial como sempre é, mostrada em um erro; `state` não comparado, de modo que estranhos podem conectar a conta deles.',
    fix: 'Olhe `state` e `error` primeiro. Mostre uma frase para cada caso e um link para tentar de novo. Os detalhes vão para o log, não para a tela.',
  },
  'application/scopes-used': {
    text: 'os escopos cadastrados são os que o tráfego do aplicativo usa',
    means: 'Os escopos cadastrados são os que o tráfego gravado do aplicativo usa: nem mais, nem menos.',
    why: 'Um escopo a mais é motivo de rejeição; um a menos é um 403 com o primeiro cliente.',
    breaks:
      'Escopos de uma função abandonada; escrita pedida onde só há leitura; uma rota que nenhum escopo abre.',
    fix: 'Grave o trabalho do aplicativo com `homologa proxy`, compare e corrija o cadastro. Mudar escopos pode encerrar autorizações existentes: faça-o antes do lançamento.',
  },
  'application/situation': {
    text: 'onde o aplicativo está em seu ciclo de vida, e o que pode vir a seguir',
    means:
      'Diz onde o aplicativo está (Em desenvolvimento, Em revisão, Aprovado, Rejeitado, Inativado) e quais movimentos estão abertos. Observa-se; só um movimento impossível é erro.',
    why: 'Um aplicativo inativado perdeu todos os tokens; um rejeitado continua funcionando e pode ser salvo de novo.',
    breaks:
      'Pedir a revisão antes que o aplicativo possa operar contas; esperar por um rejeitado sem salvá-lo de novo.',
    fix: 'Escreva `situation` em application.yaml como a tela do cadastro mostra e siga o próximo movimento que o relatório nomeia.',
  },
  'harness/self': {
    text: 'as requisições e respostas da própria ferramenta cumprem estes requisitos',
    means: 'O que o próprio homologa envia e responde cumpre estes mesmos requisitos.',
    why: 'Uma régua torta não julga ninguém.',
    breaks: 'Um defeito do homologa, ou uma suíte sua que pede algo proibido.',
    fix: 'Informe ao projeto com o diário da execução: ele não guarda segredos.',
  },
}
