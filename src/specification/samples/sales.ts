/** Sample bodies of contacts, invoices, orders, accounts and logistics. `Resource` explains the fields. */
import { marked, type Resource, ref, resource, unique } from './resource.js'

const item = { descricao: marked('Caneca esmaltada 350 ml'), unidade: 'UN', quantidade: 2, valor: 39.9 }

/** The fields that goods invoices and consumer invoices share. */
const invoice = {
  required: ['contato', 'itens', 'naturezaOperacao', 'tipo', 'numero', 'dataOperacao'],
  change: { dataOperacao: '2026-05-05 10:15:00' },
  body: {
    numero: unique('number'),
    tipo: 1,
    dataOperacao: '2026-05-04 10:15:00',
    contato: {
      id: ref('/contatos'),
      nome: ref('/contatos', 'nome'),
      numeroDocumento: ref('/contatos', 'numeroDocumento'),
      tipoPessoa: 'J',
      contribuinte: 9,
    },
    naturezaOperacao: { id: ref('/naturezas-operacoes') },
    itens: [{ codigo: unique('code'), ...item }],
  },
}

/** The fields that accounts payable and receivable share. */
const account = {
  required: ['vencimento', 'valor', 'contato'],
  change: { historico: 'Copo', valor: 320.5 },
  body: {
    vencimento: '2026-08-10',
    valor: 310,
    contato: { id: ref('/contatos') },
    historico: 'Compra de embalagens',
    numeroDocumento: unique('number'),
    competencia: '2026-08-01',
    formaPagamento: { id: ref('/formas-pagamentos') },
  },
}

export const sales: readonly Resource[] = [
  { ...invoice, collection: '/nfe', deleteManyParameter: 'idsNotas[]' },
  {
    collection: '/contatos',
    required: ['nome', 'situacao', 'tipo'],
    deleteManyParameter: 'idsContatos[]',
    change: { nome: 'Copo Comércio Ltda', fantasia: marked('Copo') },
    body: {
      nome: 'Armazém Boa Vista Ltda',
      fantasia: marked('Boa Vista'),
      codigo: unique('code'),
      situacao: 'A',
      tipo: 'J',
      numeroDocumento: unique('cnpj'),
      telefone: unique('telephone'),
      email: unique('email'),
      endereco: {
        geral: {
          endereco: 'Rua das Acácias',
          numero: '120',
          municipio: 'Bento Gonçalves',
          uf: 'RS',
          cep: '95700-000',
        },
      },
      vendedor: { id: 0 },
    },
  },
  {
    collection: '/formas-pagamentos',
    required: ['descricao', 'tipoPagamento', 'finalidade', 'destino'],
    change: { descricao: 'Copo à vista' },
    body: {
      descricao: 'Dinheiro',
      tipoPagamento: 1,
      destino: 1,
      fixa: false,
      padrao: 0,
      finalidade: 3,
      condicao: '30',
      taxas: { aliquota: 1.5, valor: 0, prazo: 30 },
    },
  },
  { ...account, collection: '/contas/pagar' },
  { ...account, collection: '/contas/receber' },
  { ...invoice, collection: '/nfce' },
  {
    collection: '/nfse',
    required: ['contato', 'servicos', 'numeroRPS', 'serie'],
    hidesTexts: true,
    body: {
      numero: unique('number'),
      serie: 'E',
      dataEmissao: '2026-05-04',
      valor: 450,
      numeroRPS: unique('number'),
      contato: {
        id: ref('/contatos'),
        nome: ref('/contatos', 'nome'),
        numeroDocumento: ref('/contatos', 'numeroDocumento'),
        email: ref('/contatos', 'email'),
      },
      servicos: [{ codigo: '14.01', descricao: marked('Manutenção de equipamento'), valor: 450 }],
    },
  },
  // Each account has one configuration, so its path has no identifier.
  { collection: '/nfse/configuracoes', change: { envioEmail: { assunto: 'Copo' } } },
  {
    collection: '/pedidos/compras',
    required: ['fornecedor', 'itens'],
    change: { observacoes: 'Copo' },
    body: {
      data: '2026-05-05',
      dataPrevista: '2026-05-20',
      fornecedor: { id: ref('/contatos') },
      itens: [item],
      observacoes: '',
    },
  },
  {
    collection: '/pedidos/vendas',
    required: ['contato', 'itens', 'parcelas', 'data', 'dataSaida', 'dataPrevista'],
    deleteManyParameter: 'idsPedidosVendas[]',
    change: { observacoes: 'Copo' },
    body: {
      data: '2026-05-04',
      dataSaida: '2026-05-05',
      dataPrevista: '2026-05-20',
      contato: { id: ref('/contatos') },
      itens: [{ codigo: unique('code'), ...item }],
      parcelas: [
        { dataVencimento: '2026-06-05', valor: 79.8, formaPagamento: { id: ref('/formas-pagamentos') } },
      ],
      observacoes: '',
    },
  },
  {
    collection: '/logisticas',
    required: ['descricao', 'situacao'],
    body: { descricao: 'Correios', tipoIntegracao: 'Correios', situacao: 'H', integracaoTransportador: true },
  },
  {
    collection: '/logisticas/servicos',
    required: ['descricao', 'logistica', 'codigo', 'aliases', 'freteItem', 'estimativaEntrega'],
    change: { descricao: 'Entrega do copo' },
    createOnly: ['logistica'],
    // one POST creates several services, and the read of one does not show the texts of the request
    hidesTexts: true,
    body: {
      descricao: 'Entrega econômica',
      codigo: unique('code'),
      ativo: true,
      freteItem: 0,
      estimativaEntrega: 5,
      aliases: [unique('code')],
      logistica: { id: ref('/logisticas') },
    },
  },
  {
    collection: '/logisticas/objetos',
    required: [
      'pedidoVenda',
      'notaFiscal',
      'servico',
      'embalagem',
      'dataSaida',
      'prazoEntregaPrevisto',
      'fretePrevisto',
      'valorDeclarado',
      'avisoRecebimento',
      'maoPropria',
    ],
    createOnly: ['pedidoVenda', 'notaFiscal', 'servico'],
    change: { fretePrevisto: 31.5 },
    body: {
      pedidoVenda: { id: ref('/pedidos/vendas') },
      notaFiscal: { id: ref('/nfe') },
      servico: { id: ref('/logisticas/servicos') },
      embalagem: { id: ref('embalagem') },
      dataSaida: '2026-08-10',
      prazoEntregaPrevisto: 5,
      fretePrevisto: 23.45,
      valorDeclarado: 0,
      avisoRecebimento: false,
      maoPropria: false,
    },
  },
].map(resource)
