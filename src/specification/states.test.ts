import { describe, expect, it } from 'vitest'
import { allowedNext, isCustomFieldSituation, isListingSituation, moveApplication } from './states.js'

describe('an application', () => {
  it.each([
    [null, ['em-desenvolvimento']],
    ['em-desenvolvimento', ['em-revisao', 'inativado']],
    ['em-revisao', ['aprovado', 'rejeitado', 'inativado']],
    ['aprovado', ['inativado']],
    ['rejeitado', ['em-revisao', 'inativado']],
    ['inativado', []],
  ] as const)('that is %s may become %s', (from, next) => {
    expect(allowedNext(from).map(({ to }) => to)).toEqual(next)
  })

  it.each([
    [null, 'aprovado', 'starts-in-development'],
    ['em-desenvolvimento', 'aprovado', 'review-first'],
    ['rejeitado', 'aprovado', 'adjust-first'],
    ['aprovado', 'em-desenvolvimento', 'no-way-back'],
    ['inativado', 'aprovado', 'contact-the-team'],
    ['aprovado', 'aprovado', 'same-state'],
  ] as const)('that is %s may not become %s: %s', (from, to, reason) => {
    expect(moveApplication(from, to)).toEqual({ allowed: false, reason })
  })

  it('loses its tokens when it is inactivated, and only then', () => {
    expect(moveApplication('aprovado', 'inativado')).toMatchObject({
      allowed: true,
      move: { revokesTokens: true },
    })
    expect(moveApplication('em-revisao', 'rejeitado')).toMatchObject({
      allowed: true,
      move: { revokesTokens: false },
    })
  })
})

describe('situations', () => {
  it('of a listing are the integers 1 to 4', () => {
    expect([0, 1, 2, 3, 4, 5, '1', null].filter(isListingSituation)).toEqual([1, 2, 3, 4])
  })

  it('of a custom field are the integers 0 and 1', () => {
    expect([0, 1, 2, '1', true, null].filter(isCustomFieldSituation)).toEqual([0, 1])
  })
})
