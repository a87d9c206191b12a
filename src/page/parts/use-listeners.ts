import { useEffect } from 'preact/hooks'

/** Adds listeners when the component appears. They must use the signal, which removes them when it disappears. */
export function useListeners(listen: (signal: AbortSignal) => void): void {
  useEffect(() => {
    const controller = new AbortController()
    listen(controller.signal)
    return () => controller.abort()
  }, [])
}
