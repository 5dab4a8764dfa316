import type { LaunchLog } from '../../providers/chain/launch-logs.ts'
import { findCreation, findGraduation } from '../../providers/launchpads/find-creation.ts'
import type { Getter, Launchpad } from '../../providers/launchpads/launchpads.ts'

type Log = Omit<LaunchLog, 'at'>

interface Place {
  chainId: number
  block: bigint
  logIndex: number
  txHash: string
}

/** A launch. Its event names the creator, there is none, or the creator has to be asked for. */
export interface ReadLaunch extends Place {
  launchpad: string
  token: string
  creator: string | null
  /** Whom to ask for the creator; null: nobody has to be asked. */
  unnamed: Unnamed | null
}

export type Unnamed = { getter: Getter; contract: string } | 'sender'

export interface ReadGraduation extends Place {
  launchpad: string
  token: string
  /** null: the token stays. */
  successor: string | null
}

/** What a reader asks a node for: the factories of the launchpads, and the events that it understands. */
export function listWanted(launchpads: Launchpad[]): { addresses: string[]; topics: string[] } {
  const read = launchpads.filter(({ events, graduations }) => events.length + graduations.length > 0)
  const topics = read.flatMap(({ events, graduations }) => [...events, ...graduations].map(({ topic0 }) => topic0))
  return { addresses: [...new Set(read.flatMap(listFactories))], topics: [...new Set(topics)] }
}

const listFactories = ({ contracts }: Launchpad): string[] =>
  contracts.filter(({ role }) => role === 'factory').map(({ address }) => address)

/** The launches and graduations that logs of a chain announce. A token is one launch, by the event that names its creator. */
export function readLaunches(
  logs: Log[],
  { chainId, launchpads }: { chainId: number; launchpads: Launchpad[] },
): { launches: ReadLaunch[]; graduations: ReadGraduation[] } {
  const launches = new Map<string, ReadLaunch>()
  const graduations: ReadGraduation[] = []
  for (const log of logs) {
    const { block, logIndex, txHash } = log
    const place = { chainId, block, logIndex, txHash }
    const created = findCreation(log, launchpads)
    if (created) {
      const { creator, token, launchpad } = created
      const known = typeof creator === 'object' && 'address' in creator ? creator.address : null
      const unnamed = typeof creator === 'object' && 'address' in creator ? null : creator
      const launch = {
        ...place,
        launchpad: launchpad.id,
        token,
        creator: known,
        unnamed: unnamed === 'nobody' ? null : unnamed,
      }
      const earlier = launches.get(token)
      if (!earlier || (earlier.creator === null && known !== null)) launches.set(token, launch)
    }
    const graduated = findGraduation(log, launchpads)
    if (graduated) graduations.push({ ...place, ...graduated, launchpad: graduated.launchpad.id })
  }
  return { launches: [...launches.values()], graduations }
}
