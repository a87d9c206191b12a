/** Contracts (`/contratos`). `document` holds the public document's shapes by action: `list` is `GET /contratos`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContratoResumido = s.object(
  {
    descricao: s.text,
    data: s.date,
    numero: s.text,
    valor: s.number,
    situacao: z.literal([0, 1, 2, 3, 4]),
    contato: s.Referencia,
  },
  { id: s.readOnly(s.integer) },
)

export const Comissao = s.object({ aliquota: s.number, numeroParcelas: s.integer })

export const VendedorDoContrato = s.object({ id: s.integer, comissao: Comissao })

export const Desconto = s.object({ valor: s.number, dataFim: s.text })

export const Vencimento = s.partial({
  tipo: z.literal([1, 2, 3]),
  dia: s.integer,
  periodicidade: z.literal([1, 2, 3, 4, 5, 6, 7]),
})

export const Cobranca = s.partial({ dataBase: s.date, contato: s.ReferenciaOpcional, vencimento: Vencimento })

export const Iss = s.partial({ descontar: s.boolean, aliquota: s.number })

export const ItemDaNota = s.partial({ codigoServico: s.text, produto: s.ReferenciaOpcional })

export const NotaDoContrato = s.partial({
  mes: z.literal([1, 2, 3]),
  gerar: z.literal([1, 2]),
  descontarImpostoRenda: z.literal([1, 2, 3]),
  texto: s.text,
  cfop: s.text,
  iss: Iss,
  item: ItemDaNota,
})

export const Contrato = s.extend(
  ContratoResumido,
  {
    dataFim: s.text,
    tipoManutencao: z.literal([1, 2]),
    emitirOrdemServico: s.boolean,
    observacoes: s.text,
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
  list: s.list(ContratoResumido, {
    ...s.paging,
    dataCriacaoInicio: s.date,
    dataCriacaoFinal: s.date,
    dataBaseInicio: s.date,
    dataBaseFinal: s.date,
    situacao: s.queryOneOf(['0', '1', '2', '3'], '1'),
    idContato: s.queryInteger,
    idContatoCobranca: s.queryInteger,
  }),
  create: { data: s.Registrado, body: Contrato },
  read: { data: Contrato },
  replace: { data: s.Registrado, body: Contrato },
} satisfies ShapeTable
