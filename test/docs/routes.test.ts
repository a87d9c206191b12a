import { describe, expect, it } from 'vitest'
import { countsTable, routeCounts, routesTable } from '../../scripts/routes-page.js'
import { allRoutes } from '../../src/specification/find-route.js'

describe('the table of what is judged', () => {
  it('has a row for every route, with a letter for each of the five aspects', () => {
    expect(routesTable.rows).toHaveLength(allRoutes('document').length)
    for (const [route, letters] of routesTable.rows) expect(letters, route).toMatch(/^`[BSDo–]{5}`$/)
  })

  it('counts each route once for each aspect', () => {
    const columns = countsTable.head.slice(1).map((_, i) => countsTable.rows.map((row) => Number(row[i + 1])))
    expect(columns).toHaveLength(5)
    for (const counts of columns) expect(counts.reduce((sum, one) => sum + one)).toBe(routeCounts.all)
  })

  it('says that what nobody shows is observed', () => {
    const lettersOf = (route: string) =>
      routesTable.rows.find(([name]) => name?.startsWith(`\`${route}\``))?.[1]
    expect(lettersOf('PUT /estoques/{idEstoque}')).toMatch(/^`ooo/)
    expect(lettersOf('DELETE /borderos/{idBordero}')).toBe('`B–DBS`')
  })
})
