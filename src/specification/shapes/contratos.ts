import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContratoResumido = s.registro(
  {
    descricao: s.texto,
    data: s.dia,
    numero: s.texto,
    valor: s.numero,
    situacao: z.literal([0, 1, 2, 3, 4]),
    contato: s.Referencia,
  },
  { id: s.doServico(s.inteiro) },
)

export const Comissao = s.registro({ aliquota: s.numero, numeroParcelas: s.inteiro })

export const VendedorDoContrato = s.registro({ id: s.inteiro, comissao: Comissao })

export const Desconto = s.registro({ valor: s.numero, dataFim: s.texto })

export const Vencimento = s.parcial({
  tipo: z.literal([1, 2, 3]),
  dia: s.inteiro,
  periodicidade: z.literal([1, 2, 3, 4, 5, 6, 7]),
})

export const Cobranca = s.parcial({ dataBase: s.dia, contato: s.ReferenciaOpcional, vencimento: Vencimento })

export const Iss = s.parcial({ descontar: s.logico, aliquota: s.numero })

export const ItemDaNota = s.parcial({ codigoServico: s.texto, produto: s.ReferenciaOpcional })

export const NotaDoContrato = s.parcial({
  mes: z.literal([1, 2, 3]),
  gerar: z.literal([1, 2]),
  descontarImpostoRenda: z.literal([1, 2, 3]),
  texto: s.texto,
  cfop: s.texto,
  iss: Iss,
  item: ItemDaNota,
})

export const Contrato = s.com(
  ContratoResumido,
  {
    dataFim: s.texto,
    tipoManutencao: z.literal([1, 2]),
    emitirOrdemServico: s.logico,
    observacoes: s.texto,
    vendedor: VendedorDoContrato,
    categoria: s.Referencia,
    desconto: Desconto,
    contaContabil: s.ReferenciaOpcional,
    formaPagamento: s.Referencia,
    cobranca: Cobranca,
  },
  { notaFiscal: NotaDoContrato },
)

export const document = {
  list: s.lista(ContratoResumido, {
    ...s.paginacao,
    dataCriacaoInicio: s.dia,
    dataCriacaoFinal: s.dia,
    dataBaseInicio: s.dia,
    dataBaseFinal: s.dia,
    situacao: s.umDe(['0', '1', '2', '3'], '1'),
    idContato: s.digitos,
    idContatoCobranca: s.digitos,
  }),
  create: { data: s.Registrado, body: Contrato },
  read: { data: Contrato },
  replace: { data: s.Registrado, body: Contrato },
} satisfies ShapeTable
