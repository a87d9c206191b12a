import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Room {
  /** Width of the element in CSS pixels. */
  readonly widthPx: number
  /** CSS pixels of one sixteenth of the root's font size: drawings grow with the text. */
  readonly unitPx: number
}

/** The room that an element has, followed as it changes. */
export function useRoom<T extends Element>(): [RefObject<T>, Room] {
  const ref = useRef<T>(null)
  const [room, setRoom] = useState<Room>({ widthPx: 960, unitPx: 1 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const unitPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      setRoom({ widthPx: element.getBoundingClientRect().width, unitPx })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, room]
}
