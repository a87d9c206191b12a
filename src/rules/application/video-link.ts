import { applicationRule } from './application-rule.js'
import { examineLink, isOk } from './link.js'

/** What video sites say, with status 200, of a video that is gone or private. */
const GONE =
  /video (?:is )?(?:unavailable|private|not available)|v[ií]deo (?:n[aã]o est[aá] (?:mais )?dispon[ií]vel|indispon[ií]vel|privado)|"status":"(?:ERROR|LOGIN_REQUIRED|UNPLAYABLE)"/i

/** The demonstration video can be reached by anybody. */
export const videoLink = applicationRule('application/video-link', ({ links }, note) => {
  const { video } = links
  const { exchange, url } = video
  if (!examineLink(video, note, isOk)) return
  if (GONE.test(video.html)) note.breach('unavailable', { values: { url }, exchange })
})
