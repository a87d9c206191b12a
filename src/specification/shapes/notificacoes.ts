import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Enquadramento = s.parcial({
  tamanhoEmpresa: z.array(s.texto),
  idMunicipio: z.array(s.inteiro),
  uf: z.array(s.texto),
  crt: z.array(s.inteiro),
})

export const Notificacao = s.registro(
  { emitente: s.texto, modulo: s.texto, descricao: s.texto, titulo: s.texto, dataEnvio: s.momento },
  {
    id: s.texto,
    fonte: s.texto,
    linkAjuda: s.texto,
    acao: s.texto,
    dataCriacao: s.dia,
    dataVigencia: s.dia,
    dataAcao: s.dia,
    dataLeitura: s.momento,
    dataAlerta: s.dia,
    dataPerigo: s.dia,
    enquadramentos: z.array(Enquadramento),
  },
)

export const Quantidade = s.parcial({ quantidade: s.inteiro })

export const document = {
  list: s.lista(Notificacao, { periodo: s.texto }),
  'confirm-reading': { data: z.array(Notificacao) },
  count: { data: Quantidade, query: s.parcial({ periodo: s.texto }) },
} satisfies ShapeTable
