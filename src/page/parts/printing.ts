import { createContext, options } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { useListeners } from './listeners.js'

/** Whether the page is on its way to paper, where nothing can be unfolded any more. */
export const PrintingContext = createContext(false)

export function usePrinting(): boolean {
  return useContext(PrintingContext)
}

/** Follows the browser's printing. What is folded must be drawn before the event ends, so it is drawn at once. */
export function useFollowPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useListeners((signal) => {
    addEventListener('beforeprint', () => drawAtOnce(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
  })
  return isPrinting
}

function drawAtOnce(change: () => void): void {
  const { debounceRendering } = options
  options.debounceRendering = (draw) => draw()
  change()
  if (debounceRendering) options.debounceRendering = debounceRendering
  else delete options.debounceRendering
}
