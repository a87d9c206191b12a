import { createContext, options } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { useListeners } from './use-listeners.js'

/** Whether the page is being printed. On paper nothing can be unfolded, so folded sections are then drawn open. */
export const PrintingContext = createContext(false)

export function usePrinting(): boolean {
  return useContext(PrintingContext)
}

/** Returns whether the browser is printing. The page must have changed when the event `beforeprint` ends, so it is drawn at once. */
export function useFollowPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useListeners((signal) => {
    addEventListener('beforeprint', () => drawAtOnce(() => setPrinting(true)), { signal })
    addEventListener('afterprint', () => setPrinting(false), { signal })
  })
  return isPrinting
}

/** Makes a change of state and draws it at once, while preact usually draws later. */
function drawAtOnce(change: () => void): void {
  const { debounceRendering } = options
  options.debounceRendering = (draw) => draw()
  change()
  if (debounceRendering) options.debounceRendering = debounceRendering
  else delete options.debounceRendering
}
