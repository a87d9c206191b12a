import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** What a drawing needs to know of the element that it is drawn in. */
export interface Size {
  /** Width of the element in CSS pixels. */
  readonly widthPx: number
  /** 1 at the usual text size of 16 pixels, 2 if the reader has doubled it. Drawings multiply their lengths by it. */
  readonly unitPx: number
}

/** The size of an element, updated when it changes. Set the returned ref on the element. */
export function useSize<T extends Element>(): [RefObject<T>, Size] {
  const ref = useRef<T>(null)
  const [size, setSize] = useState<Size>({ widthPx: 960, unitPx: 1 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const unitPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      setSize({ widthPx: element.getBoundingClientRect().width, unitPx })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
