import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { dia, inteiro, lista, momento, parcial, registro, texto } from './shared.js'

export const Enquadramento = parcial({
  tamanhoEmpresa: z.array(texto),
  idMunicipio: z.array(inteiro),
  uf: z.array(texto),
  crt: z.array(inteiro),
})

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

export const Quantidade = parcial({ quantidade: inteiro })

export const document = {
  list: lista(Notificacao, { periodo: texto }),
  'confirm-reading': { data: z.array(Notificacao) },
  count: { data: Quantidade, query: parcial({ periodo: texto }) },
} satisfies ShapeTable
