import { documented, named } from '../../route.js'

const specified = named('categorias-receitas-despesas', {
  list: 'GET /categorias/receitas-despesas',
})

/** With what the public document shows of each. */
export const categoriasReceitasDespesas = documented('categorias-receitas-despesas', specified, {
  list: '200 array',
  create: 'POST /categorias/receitas-despesas body 201 created 400',
  'remove-many': 'DELETE /categorias/receitas-despesas 200 204 object',
  read: 'GET /categorias/receitas-despesas/{idCategoria} 200 object 404',
  replace: 'PUT /categorias/receitas-despesas/{idCategoria} body 200 created 400 404',
  remove: 'DELETE /categorias/receitas-despesas/{idCategoria} 204 400 404',
})
