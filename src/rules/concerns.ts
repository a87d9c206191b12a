/** Whom rules concern, by what is known of an exchange before it is read: the kinds that several rules share. */
import type { Concern } from './observer.js'
import { mayList } from './seen.js'

export const always: Concern = () => true

/** The homologation has rules of its own. */
export const onResource: Concern = ({ route }) => route !== null && route.family !== 'homologacao'

export const onAnswer: Concern = ({ route, status }) => route !== null && status !== null

export const onSuccess: Concern = ({ route, isSuccess }) => route !== null && isSuccess

export const onRead: Concern = ({ route, isSuccess }) => route?.method === 'GET' && isSuccess

export const onList: Concern = mayList

/** Writes, and what reads show. */
export const onRecords: Concern = (occasion) =>
  onResource(occasion) && (occasion.route?.method !== 'GET' || occasion.isSuccess)
