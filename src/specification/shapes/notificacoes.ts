import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { dia, inteiro, momento, registro, texto } from './shared.js'

export const Enquadramento = registro(
  {},
  {
    tamanhoEmpresa: z.array(texto),
    idMunicipio: z.array(inteiro),
    uf: z.array(texto),
    crt: z.array(inteiro),
  },
)

export const Notificacao = registro(
  { emitente: texto, modulo: texto, descricao: texto, titulo: texto, dataEnvio: momento },
  {
    id: texto,
    fonte: texto,
    linkAjuda: texto,
    acao: texto,
    dataCriacao: dia,
    dataVigencia: dia,
    dataAcao: dia,
    dataLeitura: momento,
    dataAlerta: dia,
    dataPerigo: dia,
    enquadramentos: z.array(Enquadramento),
  },
)

export const Quantidade = registro({}, { quantidade: inteiro })

export const document = {
  list: { data: z.array(Notificacao), query: registro({}, { periodo: texto }) },
  'confirm-reading': { data: z.array(Notificacao) },
  count: { data: Quantidade, query: registro({}, { periodo: texto }) },
} satisfies ShapeTable
