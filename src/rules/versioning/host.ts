import { always } from '../concerns.js'
import { observer } from '../observer.js'
import { hostOf } from '../service-host.js'

/** The profile's documented host. Another host of the same service may do for a while, so it is a notice. */
export const host = observer('versioning/host', always, () => ({ exchange, context: { profile } }, note) => {
  const { service } = profile
  if (!service || exchange.channel === 'elsewhere') return
  const asked = hostOf(exchange)
  const isOther = service.otherHosts.includes(asked)
  if (asked === service.host || isOther) note.tested()
  if (isOther)
    note.breach('other', {
      values: { host: asked, documented: service.host },
      blame: 'application',
      subject: asked,
      isOfNoRoute: true,
    })
})
