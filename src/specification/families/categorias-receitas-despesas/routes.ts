import { named } from '../../route.js'

export const categoriasReceitasDespesas = named('categorias-receitas-despesas', {
  list: 'GET /categorias/receitas-despesas',
})
