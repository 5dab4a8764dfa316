import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { toPrintable } from '../../contract/text.ts'
import { type Config, listVariableNotes, parseConfig } from '../config.ts'
import { FolderInUse, lockFolder } from '../database/data-folder.ts'
import type { Database } from '../database/db.ts'
import { requiredFreeBytes } from '../database/embedded-db.ts'
import { listNewerMigrations, migrationsFolder, requireMigrated } from '../database/migrate.ts'
import { createChannels } from '../notifications/create-channels.ts'
import { pingDatabase, writeProbe } from '../operations/store.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import { createLog } from '../platform/log.ts'
import { createMetrics } from '../platform/metrics.ts'
import { systemClock } from '../platform/time.ts'
import { createProviders } from './create-providers.ts'
import { describeConfig } from './describe-config.ts'
import { examine, type Examined, type Question, questionOfTraces } from './examine.ts'
import { openDatabase } from './open-database.ts'
import { openOutbounds } from './open-deps.ts'

/**
 * launchscore doctor: asks every configured provider once, over the service's own clients, and says what works. It needs no
 * running service and changes nothing.
 */
export async function doctorCommand(isJson: boolean): Promise<CommandOutcome> {
  const config = parseConfig()
  const checks = await examineAll(config)
  const warnings = listVariableNotes().map((note) => note.text)
  const failed = checks.filter(({ state }) => state === 'failed')
  const text = isJson ? JSON.stringify({ ok: failed.length === 0, checks, warnings }) : toText(checks, warnings)
  const names = failed.map(({ name }) => name).join(', ')
  return {
    status: failed.length === 0 ? 0 : 1,
    stdout: `${text}\n`,
    stderr: names === '' ? '' : `failed: ${names}\n`,
  }
}

async function examineAll(config: Config): Promise<Examined[]> {
  const never = new AbortController().signal
  const own = { config, clock: systemClock, metrics: createMetrics(), log: createLog('silent') }
  const { outbound, forImages, close } = openOutbounds(own)
  const db = openNothing()
  const channels = createChannels({ ...own, db, outbound: outbound.push, secrets: null, telegramBot: null })
  try {
    const providers = createProviders({ ...own, db }, forImages)
    const more = [
      config.databaseUrl ? questionOfServer(config) : questionOfFolder(config),
      ...(config.databaseReadUrl === null ? [] : [questionOfReplica(config)]),
      ...(config.otlp ? [questionOfTraces(config.otlp, config)] : []), // at a start, the exporter itself says when it fails
    ]
    return await examine({ config, channels, ...providers }, never, more)
  } finally {
    await close()
  }
}

/** A database without rows: the caches of the providers' responses are not asked. */
const openNothing = () =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

const questionOfServer = (config: Config): Question => ({
  name: 'database',
  target: String(describeConfig(config)['database']),
  ask: async () => {
    const { db, reads, migrations, close } = await openDatabase(config, createLog('silent'))
    try {
      await Promise.all([pingDatabase(db), pingDatabase(reads)])
      await listNewerMigrations(migrations, migrationsFolder) // throws if the database needs a newer release
      const lacking = await requireMigrated(migrations, migrationsFolder).then(
        () => null,
        (error: Error) => error.message,
      )
      if (lacking !== null) return `responds. ${lacking}`
      await writeProbe(db, { ballast: Buffer.alloc(0), writtenAt: systemClock.now() })
      return 'responds and takes writes'
    } finally {
      await close()
    }
  },
})

const questionOfReplica = (config: Config): Question => ({
  name: 'database replica',
  target: String(describeConfig(config)['databaseRead']),
  ask: async () => {
    const { replica, close } = await openDatabase(config, createLog('silent'))
    try {
      if (await replica?.isReplica()) return 'responds'
      throw new Error('it is no streaming replica, so lists are read from the primary')
    } finally {
      await close()
    }
  },
})

/** The folder of the embedded database, which is not opened: only one process may. */
const questionOfFolder = ({ dataDir }: Config): Question => ({
  name: 'database',
  target: `embedded in ${dataDir}`,
  ask: async () => {
    const folder = resolve(dataDir)
    const existing = findExisting(folder)
    const { bavail, bsize } = statfsSync(existing)
    if (bavail * bsize < requiredFreeBytes)
      throw new Error(`the disk is full: ${Math.floor((bavail * bsize) / 1024 ** 2)} MiB are free`)
    if (existing !== folder) return 'the first start makes it; it survives a crash of the process, but not a power cut'
    try {
      lockFolder(folder)()
      return 'free to start'
    } catch (error) {
      if (error instanceof FolderInUse) return 'in use by the running service'
      throw error
    }
  },
})

const findExisting = (folder: string): string => (existsSync(folder) ? folder : findExisting(dirname(folder)))

function toText(checks: Examined[], warnings: string[]): string {
  const rows = checks.map(({ name, state, target, reason }) => [
    name,
    state,
    [target, reason].filter(Boolean).join(': '),
  ])
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
  const advice = checks.flatMap(({ name, advice }) => (advice === null ? [] : [`${name}: ${advice}`]))
  return [...lines, ...section(advice), ...section(warnings)].map(toPrintable).join('\n')
}

const section = (lines: string[]) => (lines.length > 0 ? ['', ...lines] : [])
