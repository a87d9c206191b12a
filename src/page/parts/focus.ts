import { useEffect } from 'preact/hooks'

/** Brings an element into view and gives it the focus, once it is drawn. What is folded around it opens. */
export function show(id: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (!element) return
    openAround(element)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  })
}

export function openAround(element: Element): void {
  for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
}

export interface KeyActions {
  help(): void
  theme(): void
  language(): void
}

/** j and k, or the arrows, go from item to item; `/` to the filter, `?` to the help, `c` copies the item's command. */
export function useKeyboard(actions: KeyActions): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur()
        return
      }
      if (document.querySelector('dialog[open]')) return
      if (press(event.key, event.target, actions)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  })
}

function press(key: string, target: EventTarget | null, actions: KeyActions): boolean {
  const isOnItem = target instanceof HTMLElement && target.dataset.item !== undefined
  if (key === 'j' || (key === 'ArrowDown' && isOnItem)) return move(1)
  if (key === 'k' || (key === 'ArrowUp' && isOnItem)) return move(-1)
  if (key === '/') return focusFilter()
  if (key === '?') actions.help()
  else if (key === 't') actions.theme()
  else if (key === 'l') actions.language()
  else if (key === 'c') return copyHere()
  else return false
  return true
}

/** Focuses the next item in the order of the page, starting from the focus or, without one, from what is in view. */
function move(by: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')].filter((one) =>
    one.checkVisibility(),
  )
  const at = items.indexOf(document.activeElement as HTMLElement)
  const first = items.findIndex((item) => item.getBoundingClientRect().top >= 0)
  const next = at >= 0 ? at + by : first
  const item = items[Math.min(Math.max(next, 0), items.length - 1)]
  item?.focus()
  item?.scrollIntoView({ block: 'nearest' })
  return item !== undefined
}

function focusFilter(): boolean {
  const filter = document.getElementById('filter-text')
  if (filter) openAround(filter)
  filter?.focus()
  return filter !== null
}

/** Presses the copy button of the item that holds the focus. */
function copyHere(): boolean {
  const around = document.activeElement?.closest('article, li')
  const button = around?.querySelector<HTMLButtonElement>('[data-copy="curl"]')
  button?.click()
  return button !== undefined && button !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.matches('input, select, textarea') || target.isContentEditable)
  )
}
