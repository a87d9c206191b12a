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
