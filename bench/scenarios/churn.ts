import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { print } from '../../dev/demo/layout.ts'
import { systemRandom } from '../../src/platform/random.ts'
import type { Bench, Benchmark, Measure } from '../lib/benchmark.ts'
import { Churn, type Sizes, readSizes } from '../lib/churn.ts'
import { openServer } from '../../test/world/database.ts'

/** CHURN_DELIVERIES=100000000 takes about an hour. */
const deliveries = Number(process.env['CHURN_DELIVERIES'] ?? 2_000_000)
const subscriptions = 100
/** Two tenths are longer than events are kept. */
const days = 50
/** Each day is measured four times. */
const samples = days * 4
const maxGrowth = 1.2

/** Passes deliveries of fifty days through the tables. They must not grow with what has passed. On PostgreSQL only. */
export const churn: Benchmark = { name: 'churn', run }

async function run({ place, opened }: Bench): Promise<Measure[]> {
  if (place.name !== 'PostgreSQL') return []
  const database = await place.openDatabase(opened)
  const url = database.environment['DATABASE_URL'] ?? ''
  // each with the settings of the service's connections; the jobs have some that the workers don't hold
  const [working, attending] = [openServer(url), openServer(url)]
  opened.defer(working.close)
  opened.defer(attending.close)
  const { db } = working
  await requireAutovacuum(db)
  await storeSubscriptions(db)
  const taken: Sizes[][] = []
  const startedMs = performance.now()
  const onSample = async (n: number) => {
    taken.push(await readSizes(db))
    if (n % (samples / 10) === 0) print(describe(taken, n / (samples / 10) - 1))
  }
  const passing = new Churn({ db, upkeep: attending.db, total: deliveries, days, workers: 2, samples, onSample })
  await passing.run()
  const perSecond = deliveries / ((performance.now() - startedMs) / 1000)
  const left = await countLeft(db)
  const stored = passing.events * subscriptions
  if (passing.ended !== stored) throw new Error(`${passing.ended} outcomes were recorded of ${stored} deliveries.`)
  if (taken.length < samples) throw new Error(`Only ${taken.length} of ${samples} samples were taken.`)
  return [
    { what: `${deliveries / 1e6} million deliveries`, measured: `${perSecond.toFixed(0)} a second` },
    { what: 'left in the queue; without a partition', measured: left, bound: '0; 0', isMet: left === '0; 0' },
    ...toMeasures(taken),
  ]
}

async function requireAutovacuum(db: Db): Promise<void> {
  const { rows } = await sql<{ autovacuum: string }>`show autovacuum`.execute(db)
  if (rows[0]?.autovacuum !== 'on') throw new Error('The churn benchmark needs a server with autovacuum on.')
}

async function storeSubscriptions(db: Db): Promise<void> {
  const rows = Array.from({ length: subscriptions }, (_, n) => ({
    id: `sub_${systemRandom.uuid().replaceAll('-', '')}`,
    owner_id: systemRandom.uuid(),
    endpoint: `https://receiver-${n}.example/hook`,
    events: ['score.created'],
    secret: 'none is sent',
    created_at: new Date(),
  }))
  await db.insertInto('webhook_subscriptions').values(rows).execute()
}

async function countLeft(db: Db): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select (select count(*) from deliveries) || '; ' || (select count(*) from outbox_default) as text`.execute(db)
  return rows[0]?.text ?? ''
}

/** The largest sizes of a tenth, printed before the end of the run. */
const describe = (taken: Sizes[][], tenth: number): string =>
  toMeasures(taken)
    .filter(({ what }) => what.endsWith('by tenths'))
    .map(({ what, measured }) => `${what}: ${measured.split(' ')[tenth] ?? ''}`)
    .join('   ')

/** The largest size within each tenth, and how the last compares with the second. */
function toMeasures(taken: Sizes[][]): Measure[] {
  const tables = (taken[0] ?? []).map(({ table }) => table)
  return tables.flatMap((name) => {
    const ofTable = taken.map((sizes) => sizes.find(({ table }) => table === name) ?? noSizes)
    const tenths = Array.from({ length: 10 }, (_, n) => ofTable.slice((n * samples) / 10, ((n + 1) * samples) / 10))
    const largest = tenths.map((tenth) => maxOf(tenth, ({ tableMb, indexMb }) => tableMb + indexMb))
    const growth = (largest[9] ?? 0) / (largest[1] ?? 0)
    const partitions = tenths.map((tenth) => maxOf(tenth, (sizes) => sizes.partitions))
    const indexes = tenths.map((tenth) => maxOf(tenth, ({ indexMb }) => indexMb))
    return [
      { what: `${name}: MB by tenths`, measured: format(largest) },
      { what: `${name}: MB of indexes`, measured: format(indexes) },
      { what: `${name}: partitions`, measured: format(partitions) },
      {
        what: `${name}: the last tenth against the second`,
        measured: `${growth.toFixed(2)} times`,
        bound: `≤ ${maxGrowth}`,
        isMet: growth <= maxGrowth,
      },
    ]
  })
}

const noSizes: Sizes = { table: '', tableMb: 0, indexMb: 0, partitions: 0 }

const maxOf = <T>(all: T[], measure: (one: T) => number): number => Math.max(0, ...all.map(measure))

const format = (values: number[]): string => values.map((value) => value.toFixed(value < 10 ? 1 : 0)).join(' ')
