import { canonical } from '../node.js'
import { refName } from '../resolver.js'

/** Which branch became which: the same component or the same text; those without a name by their turn, where as many are left on both sides. */
export function pairBranches(before: readonly unknown[], after: readonly unknown[]) {
  const pairs: [unknown, unknown][] = []
  let olds = [...before]
  let news = [...after]
  const take = (alike: (a: unknown, b: unknown) => boolean) => {
    for (const old of [...olds]) {
      const found = news.find((now) => alike(old, now))
      if (found === undefined) continue
      pairs.push([old, found])
      olds = olds.filter((branch) => branch !== old)
      news = news.filter((branch) => branch !== found)
    }
  }
  take((a, b) => branchName(a) !== null && branchName(a) === branchName(b))
  take((a, b) => canonical(a) === canonical(b))
  const inline = (branch: unknown) => branchName(branch) === null
  if (olds.length === news.length) take((a, b) => inline(a) && inline(b))
  return { pairs, removed: olds, added: news }
}

export function branchName(branch: unknown): string | null {
  if (typeof branch !== 'object' || branch === null) return null
  return '$ref' in branch ? refName(branch.$ref) : 'title' in branch ? String(branch.title) : null
}

export function branchText(branch: unknown): string {
  const text = branchName(branch) ?? canonical(branch)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
