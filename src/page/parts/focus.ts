/** Brings an element into view and gives it the focus, once it is drawn. */
export function show(id: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (!element) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
