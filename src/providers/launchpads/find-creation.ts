import { isZeroAddress } from '../../../contract/address.ts'
import { getWord } from '../../platform/abi-words.ts'
import { type CreationEvent, type Getter, isOfLaunchpad, type Launchpad, type Place } from './launchpads.ts'

export interface Log {
  /** Lower case. */
  address: string
  topics: string[]
  data: string
}

/** A token that a launchpad's log announces. */
export interface AnnouncedToken {
  launchpad: Launchpad
  event: CreationEvent
  /** Lower case. */
  token: string
  /**
   * `getter`: the function of `contract` or of the token has to be asked; `sender`: the transaction's sender, unless that
   * is a bundler, a launchpad's own wallet or contract (`isOfLaunchpad`); `nobody`: the launchpad names no creator.
   */
  creator: { address: string } | { getter: Getter; contract: string } | 'sender' | 'nobody'
}

/** null: the log is none of a launchpad's creations. */
export function findCreation(log: Log, launchpads: Launchpad[]): AnnouncedToken | null {
  for (const launchpad of launchpads) {
    if (!isFactory(log.address, launchpad)) continue
    for (const event of launchpad.events) {
      const token = event.topic0 === log.topics[0] ? findAddress(log, event.token) : null
      const creator = token && findCreator(log, event, launchpads)
      if (creator) return { launchpad, event, token, creator }
    }
  }
  return null
}

/** The launchpad that announces the token in these logs; null: none does. */
export function findCreationOf(token: string, logs: Log[], launchpads: Launchpad[]): AnnouncedToken | null {
  for (const log of logs) {
    const found = findCreation(log, launchpads)
    if (found?.token === token) return found
  }
  return null
}

/** A token that its launchpad moved from the curve to the market. */
export interface GraduatedToken {
  launchpad: Launchpad
  /** Lower case. */
  token: string
  /** The token that takes its place; null: it stays the same. */
  successor: string | null
}

/** null: the log is none of a launchpad's graduations. */
export function findGraduation(log: Log, launchpads: Launchpad[]): GraduatedToken | null {
  for (const launchpad of launchpads) {
    if (!isFactory(log.address, launchpad)) continue
    const graduation = launchpad.graduations.find(({ topic0 }) => topic0 === log.topics[0])
    const token = graduation ? findAddress(log, graduation.token) : null
    if (!graduation || token === null) continue
    const successor = graduation.successor ? findAddress(log, graduation.successor) : null
    return { launchpad, token, successor: successor === token ? null : successor }
  }
  return null
}

const isFactory = (address: string, { contracts }: Launchpad): boolean =>
  contracts.some((one) => one.role === 'factory' && one.address === address)

/** A launchpad or a relay that the event names launched for somebody else, who may have sent the transaction. */
function findCreator(log: Log, { creator }: CreationEvent, launchpads: Launchpad[]): AnnouncedToken['creator'] | null {
  if (creator === 'nobody' || creator === 'sender') return creator
  if ('getter' in creator) return { getter: creator.getter, contract: log.address }
  const address = findAddress(log, creator)
  if (address === null) return null
  return isOfLaunchpad(address, launchpads) ? 'sender' : { address }
}

/** null: no address, or the zero address. */
export function findAddress({ topics, data }: Pick<Log, 'topics' | 'data'>, place: Place): string | null {
  const word = 'topic' in place ? topics[place.topic] : getWord(data, findWord(data, place))
  if (word === undefined || !/^0x0{24}[0-9a-f]{40}$/.test(word)) return null
  const address = `0x${word.slice(26)}`
  return isZeroAddress(address) ? null : address
}

/** A word that doesn't exist where the offset of a tuple is odd. */
function findWord(data: string, place: Exclude<Place, { topic: number }>): number {
  if ('word' in place) return place.word
  const offset = Number(getWord(data, place.tuple.word) ?? Number.NaN)
  return offset % 32 === 0 ? offset / 32 + place.tuple.field : Infinity
}
