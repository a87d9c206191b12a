import { describe, expect, it } from 'vitest'
import { createApplications, createOnce } from './applications.js'

describe('what each application finds', () => {
  it('is kept while fewer came than may be kept, and begun anew for the one that was silent longest', () => {
    let made = 0
    const of = createApplications(4, () => ({ number: ++made }))
    const first = ['a', 'b', 'c', 'd'].map((session) => of(session).number)
    expect(first).toEqual([1, 2, 3, 4])
    expect(of('a').number).toBe(1)
    expect(of('e').number).toBe(5)
    expect(['a', 'c', 'd', 'e'].map((session) => of(session).number)).toEqual([1, 3, 4, 5])
    expect(of('b').number).toBe(6)
  })
})

describe('what is told once', () => {
  it('is told by its key, and of ten thousand and one keys at most', () => {
    const told: string[] = []
    const once = createOnce()
    for (const key of ['a', 'b', 'a']) once(key, () => told.push(key))
    expect(told).toEqual(['a', 'b'])
    for (let i = 0; i < 10_100; i++) once(String(i), () => told.push(String(i)))
    expect(told).toHaveLength(10_001)
  })
})
