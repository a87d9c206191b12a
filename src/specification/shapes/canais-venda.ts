/**
 * Sales channels (`/canais-venda`). `s.partial` requires no field. `document` has what the service's public document
 * shows of each action: `list` is `GET /canais-venda`.
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
  list: s.list(CanalDeVendaResumido, {
    ...s.paging,
    'tipos[]': s.array(s.text),
    situacao: s.queryOneOf(['1', '2']),
    agrupador: s.queryOneOf(['1', '2', '3', '4']),
  }),
  read: { data: s.extendOptional(CanalDeVendaResumido, { filiais: s.array(Filial) }) },
  'list-types': s.list(s.partial({ nome: s.text, tipo: s.text, agrupador: s.oneOf([1, 2, 3, 4]) }), {
    agrupador: s.queryOneOf(['1', '2', '3', '4']),
  }),
} satisfies s.ShapeTable
