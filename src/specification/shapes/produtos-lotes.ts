import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  dia,
  digitos,
  doServico,
  Erro,
  inteiro,
  logico,
  momento,
  numero,
  paginacao,
  parcial,
  Referencia,
  registro,
  texto,
  umDe,
} from './shared.js'

export const Lote = registro(
  { idLote: inteiro, dataFabricacao: texto, dataValidade: texto, produto: Referencia, deposito: Referencia },
  {
    codigoLote: texto,
    diasPermitidoVenda: inteiro,
    codigoAgregacao: texto,
    status: doServico(z.literal([1, 2])),
  },
)

export const ControleDeLotes = registro({ idProduto: inteiro }, { controlaLote: doServico(logico) })

export const LancamentoDoLote = registro(
  { idLote: doServico(inteiro), observacao: texto },
  {
    id: doServico(inteiro),
    quantidade: inteiro,
    tipoLancamento: z.literal([1, 2, 3]),
    data: doServico(texto),
    idOrigem: doServico(inteiro),
  },
)

export const SaldoDoLote = parcial({
  idLote: inteiro,
  produto: Referencia,
  deposito: Referencia,
  saldoAtual: numero,
})

export const SomaNoDeposito = parcial({ produto: Referencia, deposito: Referencia, saldoTotal: numero })

export const SomaDosLotes = parcial({ produto: Referencia, saldoTotal: numero })

export const LancamentoDoLoteEnviado = LancamentoDoLote.partial({ idLote: true })

export const LoteSalvo = parcial({ id: inteiro, codigoLote: texto, idProduto: inteiro })

export const LotesSalvos = parcial({ saved: z.array(LoteSalvo), errors: z.array(Erro) })

export const LoteAtualizacao = parcial({
  codigoLote: texto,
  dataFabricacao: texto,
  dataValidade: texto,
  diasPermitidoVenda: inteiro,
  codigoAgregacao: texto,
})

export const StatusDoLote = registro({ status: z.literal([1, 2]) })

export const ObservacaoDoLancamento = registro({ observacao: texto })

export const document = {
  list: {
    data: z.array(Lote),
    query: registro(
      { 'idsProdutos[]': z.array(digitos) },
      {
        ...paginacao,
        'idsLotes[]': z.array(texto),
        'idsDepositos[]': z.array(digitos),
        'codigosLotes[]': z.array(texto),
        status: umDe(['A', 'I']),
        dataValidadeInicial: dia,
        dataValidadeFinal: dia,
        dataFabricacaoInicial: dia,
        dataFabricacaoFinal: dia,
        dataCriacaoInicial: momento,
        dataCriacaoFinal: momento,
      },
    ),
  },
  'save-many': { data: LotesSalvos, body: z.array(Lote) },
  'remove-many': { query: registro({ 'idsLotes[]': z.array(digitos) }) },
  read: { data: Lote },
  replace: { body: LoteAtualizacao },
  'list-controlled': {
    data: z.array(ControleDeLotes),
    query: registro({ 'idsProdutos[]': z.array(digitos) }),
  },
  'set-status': { body: StatusDoLote },
  'list-entries': { data: z.array(LancamentoDoLote) },
  'create-entry': { data: LancamentoDoLote, body: LancamentoDoLoteEnviado },
  'read-entry': { data: LancamentoDoLote },
  'patch-entry': { body: ObservacaoDoLancamento },
  'read-balance': { data: SaldoDoLote },
  'list-balances-at': { data: z.array(SaldoDoLote), query: registro({ 'idsLotes[]': z.array(digitos) }) },
  'sum-balances-at': { data: z.array(SomaNoDeposito) },
  'sum-balances': { data: SomaDosLotes },
} satisfies ShapeTable
