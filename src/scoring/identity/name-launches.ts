import type { Deps } from '../../deps.ts'
import { insertNames, listUnnamed } from './identity-store.ts'
import { cutForSearch, foldNames, listLaunchGrams } from './search-names.ts'

const batchSize = 200

/** Stores the names for search of launches that an earlier release stored without them. */
export async function nameLaunches({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    const submissions = await listUnnamed(db, batchSize)
    for (const { id, name, symbol, ...row } of submissions) {
      if (signal.aborted) return
      const launch = cutForSearch(foldNames({ name, symbol }))
      await insertNames(db, id, { ...row, ...launch, grams: listLaunchGrams(launch) })
    }
    if (submissions.length < batchSize) return
  }
}
