import type { Deps } from '../../deps.ts'
import { foldName } from '../rules/fold-name.ts'
import { insertCorrection, insertLaunch, insertStarts, listEarlierNames, listUndone, listUnrecorded } from './store.ts'

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'random'>

const LIMIT = 200

/** Records new proven bindings, when they began to trade, and a correction for each recorded one that no longer holds. */
export async function recordLaunches({ db, clock, random }: RecordDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const unrecorded = await listUnrecorded(db, LIMIT)
    for (const { bindingId, creatorAddress, name, scoredAt } of unrecorded) {
      if (signal.aborted) return
      const names = await listEarlierNames(db, creatorAddress, scoredAt)
      const earlierScores = names.filter((earlier) => foldName(earlier) === foldName(name)).length
      await insertLaunch(db, { bindingId, earlierScores, recordedAt: clock.now() })
    }
    if (unrecorded.length < LIMIT) break
  }
  await insertStarts(db, clock.now())
  for (const { bindingId, state } of await listUndone(db))
    await insertCorrection(db, {
      id: random.uuid(),
      subject: `binding:${bindingId}`,
      reason: 'not_theirs',
      explanation: state === 'replaced' ? 'The creator signed for another token.' : 'The binding was withdrawn.',
      correctedAt: clock.now(),
    })
}
