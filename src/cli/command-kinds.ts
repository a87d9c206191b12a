import type { Severities } from '../drift/severities.js'
import { readLifeMoment } from '../exchange/life-event.js'
import { readShard } from '../run/contract/shard.js'
import type { InvalidateAt, Latency } from '../service/settings.js'
import { choice, parsed, readOrigin, readWait } from '../settings/kinds.js'
import { readDay } from '../words/numerals.js'

/** Kinds of values for the flags of single commands. */

const deaths = ['1', '2', '3', '4', '5', 'never'] as const
export const death = {
  ...choice(...deaths),
  read: (one: string, name: string) => deathOf(choice(...deaths).read(one, name)),
}
const eachDeath = choice(...deaths, 'each')
export const anyDeath = {
  ...eachDeath,
  read(one: string, name: string) {
    const read = eachDeath.read(one, name)
    return read === 'each' ? read : deathOf(read)
  },
}

function deathOf(read: (typeof deaths)[number]): InvalidateAt {
  return read === 'never' ? read : (Number(read) as InvalidateAt)
}

export const shard = parsed('part', readShard, 'settings.shard')
export const severity = parsed('severity', severityOf, 'settings.severity')

export const day = parsed('day', readDay, 'settings.day')
export const moment = parsed('moment', readLifeMoment, 'settings.moment')
export const latency = parsed('range', latencyOf, 'settings.latency')
export const origin = parsed('origin', readOrigin, 'settings.origin')

/** `200`, `50..400` */
function latencyOf(one: string): Latency | null {
  const [, least = '', most = least] = /^(\d+)(?:\.\.(\d+))?$/.exec(one) ?? []
  return least === '' ? null : readWait(Number(least), Number(most))
}

/** `drift/added=warning` */
function severityOf(one: string): Severities | null {
  const [, name, level] = /^([^=]+)=(error|warning|info|off)$/.exec(one) ?? []
  return name === undefined ? null : { [name]: level as Severities[string] }
}
