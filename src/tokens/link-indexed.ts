import { minuteMs } from '../../contract/time.ts'
import {
  deleteArrived,
  isRelayer,
  listArrived,
  listLaunchesAmong,
  type OwnedLaunch,
} from '../creators/launch-index-store.ts'
import type { Configured } from '../deps.ts'
import { UpstreamError } from '../platform/errors.ts'
import type { Launchpad } from '../providers/launchpads/launchpads.ts'
import { maxAgeMs } from './decide-binding.ts'
import { findWalletLookup, listScoredAmong, listWalletsScored, upsertWalletLookup } from './finding-store.ts'

interface Launched {
  wallet: string
  token: string
  creationTx: string
  deployedAt: null
}

/** Looks for the launch of a score to which a token belongs. */
type Link = (launched: Launched, affix: Launchpad['nameAffix']) => Promise<void>

const maxArrived = 5000
const maxWallets = 100
/** A score may be committed this long after its time. */
const overlapMs = 10 * minuteMs

/**
 * Links launches of the index with scores: those that came into it, whose creators may have been scored, and those of wallets
 * that have been scored since. A wallet that launches for others is nobody's creator. A launch that can't be read now is tried
 * again by the next run; the first fault is thrown at the end.
 */
export async function linkIndexed(deps: Configured<'proofSources'>, link: Link, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const { chainId } = deps.proofSources.creations
  const now = clock.now()
  const since = new Date(now.getTime() - maxAgeMs)
  const affixes = new Map(deps.chains.get(chainId)?.launchpads.map(({ id, nameAffix }) => [id, nameAffix]))
  const relayers = new Map<string, boolean>()
  const faults: UpstreamError[] = []
  /** Whether nothing is left to do about it. */
  const tryLink = async ({ creator, token, txHash, launchpad }: OwnedLaunch): Promise<boolean> => {
    if (!relayers.has(creator)) relayers.set(creator, await isRelayer(db, creator))
    if (relayers.get(creator)) return true
    try {
      const launched = { wallet: creator, token, creationTx: txHash, deployedAt: null }
      await link(launched, affixes.get(launchpad) ?? { prefix: '', suffix: '' })
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      faults.push(error)
      return false
    }
  }

  const until = (await findWalletLookup(db, chainId)) ?? since
  const from = new Date(Math.max(since.getTime(), until.getTime() - overlapMs))
  let areAllRead = true
  for (let after = ''; !signal.aborted;) {
    const creators = await listWalletsScored(db, { from, until: now, after, limit: maxWallets })
    for (const launch of await listLaunchesAmong(db, { creators, chainId, since }))
      if (!signal.aborted) areAllRead = (await tryLink(launch)) && areAllRead
    after = creators.at(-1) ?? ''
    if (creators.length < maxWallets) break
  }
  if (areAllRead && !signal.aborted) await upsertWalletLookup(db, chainId, now)

  for (let after = '0'; !signal.aborted;) {
    const arrived = await listArrived(db, { chainId, after, limit: maxArrived })
    const wallets = [...new Set(arrived.map(({ creator }) => creator))]
    const scored = new Set(await listScoredAmong(db, { wallets, since }))
    const done: string[] = []
    for (const launch of arrived) {
      if (signal.aborted) break
      const isLinked = launch.launchedAt < since || !scored.has(launch.creator) || (await tryLink(launch))
      if (isLinked) done.push(launch.id)
    }
    await deleteArrived(db, done)
    after = arrived.at(-1)?.id ?? after
    if (arrived.length < maxArrived) break
  }
  if (faults[0]) throw faults[0]
}
