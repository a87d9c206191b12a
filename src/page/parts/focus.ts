import { useEffect } from 'preact/hooks'

/** Scrolls to an element and focuses it, once it is drawn. Folded sections around it are opened. */
export function bringIntoView(id: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (!element) return
    openAround(element)
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start', behavior: isMotionReduced ? 'auto' : 'smooth' })
  })
}

/** Opens every `<details>` around an element. */
function openAround(element: Element): void {
  let fold = element.closest('details')
  while (fold) {
    fold.open = true
    fold = fold.parentElement?.closest('details') ?? null
  }
}

/** The actions of the keys that change the whole page, by key. */
type KeyActions = Readonly<Record<string, () => void>>

/**
 * Handles the keys: `j` and `k` or the arrows go from item to item, `/` to the filter, and `c` copies the item as cURL. Other keys
 * run the given actions.
 */
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
  }) // after every render, so that the listener has the newest actions
}

/** Runs the action of a key. Returns false if the key has none. */
function press(key: string, target: EventTarget | null, actions: KeyActions): boolean {
  const isOnItem = target instanceof HTMLElement && target.dataset.item !== undefined
  if (key === 'j' || (key === 'ArrowDown' && isOnItem)) return focusItem('next')
  if (key === 'k' || (key === 'ArrowUp' && isOnItem)) return focusItem('previous')
  if (key === '/') return focusFilter()
  if (key === 'c') return copyHere()
  const action = actions[key]
  action?.()
  return action !== undefined
}

/** Focuses the next or previous item of the page. If no item has the focus, it is the first item in view. */
function focusItem(direction: 'next' | 'previous'): boolean {
  const all = document.querySelectorAll<HTMLElement>('[data-item]')
  const items = [...all].filter((item) => item.checkVisibility())
  const focused = items.indexOf(document.activeElement as HTMLElement)
  const firstInView = items.findIndex((item) => item.getBoundingClientRect().top >= 0)
  const wanted = focused >= 0 ? focused + (direction === 'next' ? 1 : -1) : firstInView
  const item = items[Math.min(Math.max(wanted, 0), items.length - 1)]
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

/** Clicks the copy button of the item that has the focus. */
function copyHere(): boolean {
  const item = document.activeElement?.closest('article, li')
  const button = item?.querySelector<HTMLButtonElement>('[data-copy="curl"]') ?? null
  button?.click()
  return button !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.matches('input, select, textarea') || target.isContentEditable)
  )
}
