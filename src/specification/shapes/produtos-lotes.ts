import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Lote = s.registro(
  {
    idLote: s.inteiro,
    dataFabricacao: s.texto,
    dataValidade: s.texto,
    produto: s.Referencia,
    deposito: s.Referencia,
  },
  {
    codigoLote: s.texto,
    diasPermitidoVenda: s.inteiro,
    codigoAgregacao: s.texto,
    status: s.doServico(z.literal([1, 2])),
  },
)

export const ControleDeLotes = s.registro({ idProduto: s.inteiro }, { controlaLote: s.doServico(s.logico) })

export const LancamentoDoLote = s.registro(
  { idLote: s.doServico(s.inteiro), observacao: s.texto },
  {
    id: s.doServico(s.inteiro),
    quantidade: s.inteiro,
    tipoLancamento: z.literal([1, 2, 3]),
    data: s.doServico(s.texto),
    idOrigem: s.doServico(s.inteiro),
  },
)

export const SaldoDoLote = s.parcial({
  idLote: s.inteiro,
  produto: s.Referencia,
  deposito: s.Referencia,
  saldoAtual: s.numero,
})

export const SomaNoDeposito = s.parcial({
  produto: s.Referencia,
  deposito: s.Referencia,
  saldoTotal: s.numero,
})

export const SomaDosLotes = s.parcial({ produto: s.Referencia, saldoTotal: s.numero })

export const LancamentoDoLoteEnviado = LancamentoDoLote.partial({ idLote: true })

export const LoteSalvo = s.parcial({ id: s.inteiro, codigoLote: s.texto, idProduto: s.inteiro })

export const LotesSalvos = s.parcial({ saved: z.array(LoteSalvo), errors: z.array(s.Erro) })

export const LoteAtualizacao = s.parcial({
  codigoLote: s.texto,
  dataFabricacao: s.texto,
  dataValidade: s.texto,
  diasPermitidoVenda: s.inteiro,
  codigoAgregacao: s.texto,
})

export const StatusDoLote = s.registro({ status: z.literal([1, 2]) })

export const ObservacaoDoLancamento = s.registro({ observacao: s.texto })

export const document = {
  list: {
    data: z.array(Lote),
    query: s.registro(
      { 'idsProdutos[]': s.ids },
      {
        ...s.paginacao,
        'idsLotes[]': z.array(s.texto),
        'idsDepositos[]': s.ids,
        'codigosLotes[]': z.array(s.texto),
        status: s.umDe(['A', 'I']),
        dataValidadeInicial: s.dia,
        dataValidadeFinal: s.dia,
        dataFabricacaoInicial: s.dia,
        dataFabricacaoFinal: s.dia,
        dataCriacaoInicial: s.momento,
        dataCriacaoFinal: s.momento,
      },
    ),
  },
  'save-many': { data: LotesSalvos, body: z.array(Lote) },
  'remove-many': { query: s.registro({ 'idsLotes[]': s.ids }) },
  read: { data: Lote },
  replace: { body: LoteAtualizacao },
  'list-controlled': {
    data: z.array(ControleDeLotes),
    query: s.registro({ 'idsProdutos[]': s.ids }),
  },
  'set-status': { body: StatusDoLote },
  'list-entries': { data: z.array(LancamentoDoLote) },
  'create-entry': { data: LancamentoDoLote, body: LancamentoDoLoteEnviado },
  'read-entry': { data: LancamentoDoLote },
  'patch-entry': { body: ObservacaoDoLancamento },
  'read-balance': { data: SaldoDoLote },
  'list-balances-at': { data: z.array(SaldoDoLote), query: s.registro({ 'idsLotes[]': s.ids }) },
  'sum-balances-at': { data: z.array(SomaNoDeposito) },
  'sum-balances': { data: SomaDosLotes },
} satisfies ShapeTable
