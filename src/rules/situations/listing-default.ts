import { property } from '../../exchange/json.js'
import { defaultListingSituation, isListingSituation } from '../../specification/states.js'
import type { Concern } from '../observer.js'
import { observer } from '../observer.js'

const onListings: Concern = ({ route, isSuccess }) => route?.id === 'anuncios/list' && isSuccess

/** GET /anuncios without `situacao` lists situation 1. */
export const listingDefault = observer('situations/listing-default', onListings, () => (seen, note) => {
  if (seen.route?.id !== 'anuncios/list' || seen.query.has('situacao')) return
  const shown = (seen.listed ?? []).map((record) => property(record, 'situacao')).filter(isListingSituation)
  if (shown.length === 0) return
  note.tested()
  const other = shown.find((situacao) => situacao !== defaultListingSituation)
  if (other !== undefined)
    note.breach('other', { values: { expected: defaultListingSituation, shown: other } })
})
