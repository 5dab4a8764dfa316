import { parseConfig } from '../../src/config.ts'
import { makeAllPartitions } from '../../src/main/jobs.ts'
import { openDatabase } from '../../src/main/open-database.ts'
import { createLog } from '../../src/platform/log.ts'
import { pruneDeliveries } from '../../src/webhooks/retention.ts'
import { makeDeps } from '../world/deps.ts'

// Makes and drops partitions again and again, under a clock that goes on by a day each time.

const { db } = await openDatabase(parseConfig(), createLog('fatal'))
const start = Number(process.argv[2])
for (let day = 0; ; day += 1) {
  const clock = { now: () => new Date(start + day * 24 * 3_600_000) }
  await makeAllPartitions({ db, clock })
  await pruneDeliveries(makeDeps({ db, clock }), new AbortController().signal)
  process.stdout.write('.')
}
