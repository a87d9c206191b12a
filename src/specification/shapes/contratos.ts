import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  logico,
  numero,
  paginacao,
  parcial,
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

export const Vencimento = parcial({
  tipo: z.literal([1, 2, 3]),
  dia: inteiro,
  periodicidade: z.literal([1, 2, 3, 4, 5, 6, 7]),
})

export const Cobranca = parcial({ dataBase: dia, contato: ReferenciaOpcional, vencimento: Vencimento })

export const Iss = parcial({ descontar: logico, aliquota: numero })

export const ItemDaNota = parcial({ codigoServico: texto, produto: ReferenciaOpcional })

export const NotaDoContrato = parcial({
  mes: z.literal([1, 2, 3]),
  gerar: z.literal([1, 2]),
  descontarImpostoRenda: z.literal([1, 2, 3]),
  texto,
  cfop: texto,
  iss: Iss,
  item: ItemDaNota,
})

export const Contrato = com(
  ContratoResumido,
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
)

export const document = {
  list: lista(ContratoResumido, {
    ...paginacao,
    dataCriacaoInicio: dia,
    dataCriacaoFinal: dia,
    dataBaseInicio: dia,
    dataBaseFinal: dia,
    situacao: umDe(['0', '1', '2', '3'], '1'),
    idContato: digitos,
    idContatoCobranca: digitos,
  }),
  create: { data: Registrado, body: Contrato },
  read: { data: Contrato },
  replace: { data: Registrado, body: Contrato },
} satisfies ShapeTable
