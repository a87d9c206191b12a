import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * The width of an element in CSS pixels at the usual text size: 800 stands for 50 rem. Drawings use this unit in their viewBox,
 * so that they grow with the reader's text. The width is updated when it changes. Set the returned ref on the element.
 */
export function useWidth<T extends Element>(): [RefObject<T>, number] {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(960) // until the first measurement
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWidth((element.getBoundingClientRect().width * 16) / remPx)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
