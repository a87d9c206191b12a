import { describe, expect, it } from 'vitest'
import { type ContractTrial, tryContract } from './contract.fixture.js'
import { allowanceOf, type Permissions } from './permissions.js'

type Vary = NonNullable<ContractTrial['vary']>

/** A list, newest first, to which somebody adds a record after it was read so many times. */
function busy(writtenAfter: number, list = 'contatos'): { readonly vary: Vary; readonly asked: string[] } {
  const asked: string[] = []
  const vary: Vary = (response, { method, path }) => {
    const [place, search] = path.split('?')
    const query = new URLSearchParams(search)
    if (method !== 'GET' || place !== `/Api/v3/${list}` || !query.has('pagina')) return response
    asked.push(query.get('pagina') ?? '')
    const ids = [...(asked.length > writtenAfter ? [9] : []), 8, 7, 6, 5]
    const from = (Number(query.get('pagina')) - 1) * 2
    const data = ids.slice(from, from + 2).map((id) => ({ id, nome: `Contato ${id}` }))
    return { ...response, status: 200, body: JSON.stringify({ data }) }
  }
  return { vary, asked }
}

/** Every second page begins with the last record of the first. */
function overlapping(): { readonly vary: Vary; readonly asked: string[] } {
  const { vary, asked } = busy(Number.POSITIVE_INFINITY)
  return {
    asked,
    vary: (response, request) => {
      const told = vary(response, request)
      return told === response || asked.at(-1) !== '2'
        ? told
        : { ...told, body: JSON.stringify({ data: [7, 6].map((id) => ({ id, nome: `Contato ${id}` })) }) }
    },
  }
}

const readOnly: Permissions = {
  embedded: false,
  write: false,
  allow: allowanceOf([]),
  knowledge: 'specification',
}

/** A record that is deleted before it is read: afterwards the list shows it no more, or goes on as if nothing had happened. */
function deletedMeanwhile(isStillListed: boolean): { readonly vary: Vary; readonly asked: string[] } {
  const asked: string[] = []
  let gone = ''
  const vary: Vary = (response, { method, path }) => {
    const [place = '', search] = path.replace('/Api/v3', '').split('?')
    const isRead = /^\/contatos\/\d{11}$/.test(place) && response.status === 200
    if (method !== 'GET' || search !== undefined || !(isRead || place === '/contatos')) return response
    if (response.status !== 200) return response
    asked.push(place)
    if (isRead) {
      gone = place.slice(place.lastIndexOf('/') + 1)
      return {
        ...response,
        status: 404,
        body: JSON.stringify({ error: { type: 'x', message: 'y', description: 'z' } }),
      }
    }
    const { data } = JSON.parse(String(response.body)) as { data: { id: number }[] }
    return isStillListed
      ? response
      : { ...response, body: JSON.stringify({ data: data.filter(({ id }) => String(id) !== gone) }) }
  }
  return { vary, asked }
}

async function found(vary: Vary, selected = 'contatos') {
  const { exchanges, judgement } = await tryContract({ selected: [selected], permissions: readOnly, vary })
  const { verdict, findings } = judgement
  const told = findings
    .filter(({ requirement }) => requirement === 'lists/page' || requirement === 'envelope/status')
    .map(({ code, severity, step, values }) => [code, severity, step, values.id] as const)
  return { exchanges, verdict, told }
}

describe('a list that is read while somebody writes', () => {
  it('is not accused: the first page is read again, and has changed', async () => {
    const { vary, asked } = busy(1)
    const { told, verdict } = await found(vary)
    expect(asked).toEqual(['1', '2', '1', '1000000'])
    expect(told).toEqual([['lists/page:unsettled', 'info', 'contatos/list-page-2', '7']])
    expect(verdict).toBe('pass')
  })

  it('is not accused of its third page: the second is read again, and has changed', async () => {
    const { vary, asked } = busy(2, 'produtos')
    const { told, verdict } = await found(vary, 'produtos')
    expect(asked).toEqual(['1', '2', '3', '2', '1000000'])
    expect(told).toEqual([['lists/page:unsettled', 'info', 'produtos/list-page-3', '5']])
    expect(verdict).toBe('pass')
  })

  it('is not asked more where nothing is repeated', async () => {
    const { vary, asked } = busy(0)
    expect((await found(vary)).told).toEqual([])
    expect(asked).toEqual(['1', '2', '1000000'])
  })

  it('is accused where it repeats a record though nobody writes', async () => {
    const { vary, asked } = overlapping()
    const { told, verdict, exchanges } = await found(vary)
    expect(asked).toEqual(['1', '2', '1', '1000000'])
    expect(told).toEqual([['lists/page:repeated', 'error', 'contatos/list-page-2', '7']])
    expect(verdict).toBe('fail')
    expect(exchanges.filter(({ rechecked }) => rechecked)).toHaveLength(1)
  })

  it('is not accused of a record that is deleted before it is read: the list is read again, and shows it no more', async () => {
    const { vary, asked } = deletedMeanwhile(false)
    const { told, verdict } = await found(vary)
    expect(asked.filter((place) => place === '/contatos')).toHaveLength(2)
    expect([told, verdict]).toEqual([[], 'pass'])
  })

  it('is accused of a record that it goes on to show and nobody finds', async () => {
    const { told, verdict } = await found(deletedMeanwhile(true).vary)
    expect(told.map(([code, severity, step]) => [code, severity, step])).toContainEqual([
      'envelope/status:not-found',
      'error',
      'contatos/read',
    ])
    expect(verdict).toBe('fail')
  })

  it.each([
    [false, [['lists/page:left-out', 'error', 'contatos/list-page-2']]],
    [true, []],
  ])(
    'is accused of a record on neither page, unless it was deleted meanwhile: %s',
    async (isDeleted, expected) => {
      let lists = 0
      const { told } = await found((response, { method, path }) => {
        const [place, search] = path.split('?')
        const query = new URLSearchParams(search)
        if (method !== 'GET' || place !== '/Api/v3/contatos' || response.status !== 200) return response
        if (!query.has('limite')) lists++
        const ids = query.has('limite') || (isDeleted && lists > 1) ? [8, 7, 5, 4, 3] : [8, 7, 6, 5, 4, 3]
        const from = query.has('limite') ? (Number(query.get('pagina')) - 1) * 2 : 0
        const data = ids
          .slice(from, from + (Number(query.get('limite')) || 9))
          .map((id) => ({ id, nome: `Contato ${id}` }))
        return { ...response, body: JSON.stringify({ data }) }
      })
      expect(
        told
          .filter(([code]) => code.startsWith('lists'))
          .map(([code, severity, step]) => [code, severity, step]),
      ).toEqual(expected)
    },
  )
})
