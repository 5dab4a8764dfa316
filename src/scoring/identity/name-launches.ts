import type { Deps } from '../../deps.ts'
import { forEachRow, listPages } from '../../database/for-each-row.ts'
import { nilUuid } from '../../../contract/uuid.ts'
import { type Unnamed, insertNames, listUnnamed } from './identity-store.ts'
import { cutForSearch, foldNames, listLaunchGrams } from './search-names.ts'

const batchSize = 200

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
