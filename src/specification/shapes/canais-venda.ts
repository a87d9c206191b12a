/**
 * Sales channels (`/canais-venda`). `document` holds the public document's shapes by action: `list` is
 * `GET /canais-venda`.
 * - `s.partial` requires no field.
 * - `s.extendOptional` adds or replaces fields that may be missing.
 */
import * as s from './shared.js'

const CanalDeVendaResumido = s.partial({
  id: s.integer,
  descricao: s.text,
  tipo: s.text,
  situacao: s.oneOf([1, 2]),
})

const Filial = s.partial({
  cnpj: s.text,
  idUnidadeNegocio: s.integer,
  unidadeNegocio: s.text,
  deposito: s.ReferenciaOpcional,
  padrao: s.boolean,
})

export const document = {
  list: s.pagedList(CanalDeVendaResumido, {
    'tipos[]': s.array(s.text),
    situacao: s.queryOneOf(['1', '2']),
    agrupador: s.queryOneOf(['1', '2', '3', '4']),
  }),
  read: { data: s.extendOptional(CanalDeVendaResumido, { filiais: s.array(Filial) }) },
  'list-types': {
    data: s.array(s.partial({ nome: s.text, tipo: s.text, agrupador: s.oneOf([1, 2, 3, 4]) })),
    query: s.partial({ agrupador: s.queryOneOf(['1', '2', '3', '4']) }),
  },
} satisfies s.ShapeTable
