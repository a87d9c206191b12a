import { describe, expect, it } from 'vitest'
import { countsTable, routeCounts, routesTable } from '../../scripts/routes-page.js'
import { allRoutes } from '../../src/specification/find-route.js'

describe('the table of what is judged', () => {
  it('has a row for every route, and no cell without a reason', () => {
    expect(routesTable.rows).toHaveLength(allRoutes('document').length)
    for (const [route, ...cells] of routesTable.rows) {
      expect(cells, route).toHaveLength(5)
      for (const cell of cells) expect(cell, route).toMatch(/^(S D|S|D|o|–) \S/)
    }
  })

  it('counts each route once for each aspect', () => {
    const columns = countsTable.head.slice(1).map((_, i) => countsTable.rows.map((row) => Number(row[i + 1])))
    for (const counts of columns) expect(counts.reduce((sum, one) => sum + one)).toBe(routeCounts.all)
  })

  it('says of what nobody knows that it is observed', () => {
    const cellsOf = (route: string) => routesTable.rows.find(([name]) => name === `\`${route}\``)?.slice(1)
    expect(cellsOf('PUT /estoques/{idEstoque}')?.slice(0, 3)).toEqual([
      'o not shown',
      'o not shown',
      'o not shown',
    ])
    expect(cellsOf('DELETE /borderos/{idBordero}')).toEqual([
      'S D no body',
      '– takes no body',
      'D takes none',
      'S D 204 400 404',
      'S gone afterwards',
    ])
  })
})
