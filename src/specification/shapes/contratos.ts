import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  campos,
  dia,
  digitos,
  doServico,
  inteiro,
  logico,
  numero,
  paginacao,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const ContratoResumido = registro(
  {
    descricao: texto,
    data: dia,
    numero: texto,
    valor: numero,
    situacao: z.literal([0, 1, 2, 3, 4]),
    contato: Referencia,
  },
  { id: doServico(inteiro) },
)

export const Comissao = registro({ aliquota: numero, numeroParcelas: inteiro })

export const VendedorDoContrato = registro({ id: inteiro, comissao: Comissao })

export const Desconto = registro({ valor: numero, dataFim: texto })

export const Vencimento = registro(
  {},
  { tipo: z.literal([1, 2, 3]), dia: inteiro, periodicidade: z.literal([1, 2, 3, 4, 5, 6, 7]) },
)

export const Cobranca = registro({}, { dataBase: dia, contato: ReferenciaOpcional, vencimento: Vencimento })

export const Iss = registro({}, { descontar: logico, aliquota: numero })

export const ItemDaNota = registro({}, { codigoServico: texto, produto: ReferenciaOpcional })

export const NotaDoContrato = registro(
  {},
  {
    mes: z.literal([1, 2, 3]),
    gerar: z.literal([1, 2]),
    descontarImpostoRenda: z.literal([1, 2, 3]),
    texto,
    cfop: texto,
    iss: Iss,
    item: ItemDaNota,
  },
)

export const Contrato = ContratoResumido.extend(
  campos(
    {
      dataFim: texto,
      tipoManutencao: z.literal([1, 2]),
      emitirOrdemServico: logico,
      observacoes: texto,
      vendedor: VendedorDoContrato,
      categoria: Referencia,
      desconto: Desconto,
      contaContabil: ReferenciaOpcional,
      formaPagamento: Referencia,
      cobranca: Cobranca,
    },
    { notaFiscal: NotaDoContrato },
  ),
)

export const document = {
  list: {
    data: z.array(ContratoResumido),
    query: registro(
      {},
      {
        ...paginacao,
        dataCriacaoInicio: dia,
        dataCriacaoFinal: dia,
        dataBaseInicio: dia,
        dataBaseFinal: dia,
        situacao: umDe(['0', '1', '2', '3'], '1'),
        idContato: digitos,
        idContatoCobranca: digitos,
      },
    ),
  },
  create: { data: Registrado, body: Contrato },
  read: { data: Contrato },
  replace: { data: Registrado, body: Contrato },
} satisfies ShapeTable
