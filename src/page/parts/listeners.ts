import { useEffect } from 'preact/hooks'

/** Adds listeners when the component appears; they end with the signal when it goes. */
export function useListeners(listen: (signal: AbortSignal) => void): void {
  useEffect(() => {
    const ending = new AbortController()
    listen(ending.signal)
    return () => ending.abort()
  }, [])
}
