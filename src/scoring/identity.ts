import { nilUuid } from '../../contract/uuid.ts'
import type { Tx } from '../database/db.ts'
import { forEachRow, listPages } from '../database/for-each-row.ts'
import type { Deps } from '../deps.ts'
import { mentionedHandles } from '../signals/social.ts'
import {
  getSigning,
  insertNames,
  insertSignedHandles,
  listUnidentified,
  listUnnamed,
  type Unidentified,
  type Unnamed,
  updateIdentity,
  updateSignerScore,
} from './identity-store.ts'
import { cutForSearch, foldNames, launchIdentity, listLaunchGrams } from './search-names.ts'

const batchSize = 200

export const identifyLaunches = ({ db, log }: Deps, signal: AbortSignal): Promise<void> =>
  forEachRow(
    {
      rows: listPages<Unidentified>((last) => listUnidentified(db, { after: last?.id ?? nilUuid, limit: batchSize })),
      toId: ({ id }) => id,
      work: ({ id, ...launch }) => updateIdentity(db, id, launchIdentity(foldNames(launch), launch.imageHash)),
    },
    { log, signal },
  )

export const nameLaunches = ({ db, log }: Deps, signal: AbortSignal): Promise<void> =>
  forEachRow(
    {
      rows: listPages<Unnamed>((last) => listUnnamed(db, { after: last?.id ?? nilUuid, limit: batchSize })),
      toId: ({ id }) => id,
      work: ({ id, name, symbol, ...row }) => {
        const launch = cutForSearch(foldNames({ name, symbol }))
        return insertNames(db, id, { ...row, ...launch, grams: listLaunchGrams(launch) })
      },
    },
    { log, signal },
  )

/** The lowest creator signal whose mentions and claims count against others (D75). */
const minCreatorScore = 50

/**
 * Records what a signature gives its submission: weight against later copies and, for an established creator, its
 * handle and mentions.
 */
export async function noteSignature(tx: Tx, { scoreId, at }: { scoreId: string; at: Date }): Promise<void> {
  const { creatorScore, isMeasured, description, ...signing } = await getSigning(tx, scoreId)
  if (isMeasured) await updateSignerScore(tx, signing.submissionId, creatorScore)
  if (creatorScore < minCreatorScore) return
  await insertSignedHandles(tx, { ...signing, mentions: mentionedHandles(description ?? ''), at })
}
