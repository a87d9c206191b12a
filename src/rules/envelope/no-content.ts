import { observer } from '../observer.js'

/** 204 carries no body. */
export const noContent = observer('envelope/no-content', () => (seen, note) => {
  if (seen.status !== 204 || !seen.route) return
  note.tested()
  const sizeBytes = seen.exchange.answer?.body?.sizeBytes ?? 0
  if (sizeBytes > 0) note.breach('body', { values: { sizeBytes } })
})
