import type { Deps } from '../../deps.ts'
import { forEachRow, listPages } from '../../database/for-each-row.ts'
import { nilUuid } from '../../../contract/uuid.ts'
import { type Unidentified, listUnidentified, updateIdentity } from './identity-store.ts'
import { launchIdentity } from './launch-identity.ts'
import { foldNames } from './search-names.ts'

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
