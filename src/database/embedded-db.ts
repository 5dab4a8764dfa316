import { constants, existsSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { cp, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { DiskNearlyFull, isReadOnlyFault } from '../platform/database-fault.ts'
import type { Log } from '../platform/log.ts'
import { FolderInUse, closeFiles, closeFolder, lockFolder, makeFolder } from './data-folder.ts'
import { createPreparedClient } from './internal/clients.ts'
import { type Lite, openLite } from './internal/open-lite.ts'
import { type EmbeddedBackend, PGliteStream, openBackend } from './internal/pglite-stream.ts'
import { type PriorityPool, createPriorityPools } from './internal/priority-pool.ts'
import { createPoolListener } from './listener.ts'
import { type OpenDb, kyselyOver, openPool } from './server-db.ts'
import type { WatchPool } from './watch-queries.ts'

/** The disk has too little room to open the database. */
class DiskFull extends Error {}

interface EmbeddedOptions {
  log?: Pick<Log, 'info' | 'warn' | 'error'>
  /** Below this, the database is not opened, and an open one becomes read-only. */
  minFreeBytes?: number
  watch?: WatchPool
  /** Whether a new database may have the tables of this release already; true by default. */
  withTables?: boolean
}

const mebibyte = 1024 * 1024
/** Four segments of the write-ahead log: PostgreSQL ends when it can't make the next one. */
export const requiredFreeBytes = 64 * mebibyte
/** Recovery writes the log too; opened without room for that, PGlite may not come back. */
const reopeningBytes = 32 * mebibyte
/** A new database takes about 24 MiB, and its migrations write to the log. */
const newDatabaseBytes = 64 * mebibyte

/**
 * PostgreSQL in a thread of this process, in `folder`, which no other process may open meanwhile (throws `FolderInUse`) and no other
 * account may enter. While its disk has too little room it can be read, and every write fails as in a read-only transaction.
 * Throws `DiskFull` when there is too little at once.
 */
export async function openEmbeddedDb<T>(folder: string, options: EmbeddedOptions = {}): Promise<OpenDb<T>> {
  const { log, minFreeBytes = requiredFreeBytes, watch, withTables = true } = options
  makeFolder(folder)
  if (closeFolder(folder)) log?.warn({ folder }, 'the data folder was open to other accounts; changed its mode to 0700')
  const dataDir = join(folder, 'pgdata')
  const onChange = (hasRoom: boolean) => {
    if (hasRoom) log?.info({ folder }, 'the disk has enough free space again; the database accepts writes')
    else log?.error({ folder, minFreeBytes }, 'the disk is nearly full; the database is read-only')
  }
  const space = watchDiskSpace(folder, { minFreeBytes, onChange })
  requireRoom(folder, space.freeBytes(), minFreeBytes + (isNew(dataDir) ? newDatabaseBytes : 0))
  const unlock = lockFolder(folder)
  removeSnapshots(folder)
  try {
    const onStopped = () =>
      log?.error({ folder }, 'the embedded database has stopped; it restarts when the disk has free space')
    const mayReopen = () => space.hasRoom() && space.freeBytes() >= minFreeBytes + reopeningBytes
    const backend = await openBackend({ open: () => openFolder(dataDir, withTables), mayReopen, onStopped })
    const { close, pool, ...opened } = openOver<T>(backend, { space, minFreeBytes, watch })
    const takeSnapshot = () => copyFolder(pool, folder, space.freeBytes() - minFreeBytes)
    return { ...opened, migrations: opened.db, takeSnapshot, close: () => close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

function requireRoom(folder: string, freeBytes: number, neededBytes: number): void {
  if (freeBytes >= neededBytes) return
  const [free, needed] = [freeBytes, neededBytes].map((bytes) => Math.floor(bytes / mebibyte))
  throw new DiskFull(
    `The disk of ${folder} is full: ${free} MiB are free, and the embedded database needs ${needed} MiB to start. Free some space or set another DATA_DIR.`,
  )
}

async function openFolder(dataDir: string, withTables: boolean): Promise<Lite> {
  makeFolder(dataDir)
  closeFolder(dataDir)
  const lite = await openLite({ dataDir, settings, unpack: isNew(dataDir) ? { withTables } : null })
  closeFiles(dataDir)
  return lite
}

const isNew = (dataDir: string) => !existsSync(join(dataDir, 'PG_VERSION'))

/** Whether the folder has an embedded database, which opening it would otherwise make. */
export const hasEmbeddedDb = (folder: string): boolean => !isNew(join(folder, 'pgdata'))

const settings = [
  'shared_buffers=16MB', // 197 MB instead of 340 MB resident
  'max_wal_size=64MB',
  'min_wal_size=32MB',
]

interface OverOptions {
  space: DiskSpace
  minFreeBytes: number
  watch: WatchPool | undefined
}

function openOver<T>(backend: EmbeddedBackend, { space, minFreeBytes, watch }: OverOptions) {
  const stream = () => new PGliteStream(backend) as never // `pg` types it as a net.Socket, of which it uses this much
  const config = {
    stream,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    Client: createPreparedClient(),
  }
  const pool = openPool(config, () => {})
  const { high, low, state } = createPriorityPools(pool, 10_000)
  const explain = (fault: Error) =>
    isReadOnlyFault(fault) && !space.hasRoom()
      ? new DiskNearlyFull({ freeBytes: space.freeBytes(), minFreeBytes })
      : fault
  const db = kyselyOver<T>(guardWrites(low, space), watch?.('main'), { keepsReadOnly: true, explain })
  const reads = kyselyOver<T>(high, watch?.('reads'))
  const stopCheckpoints = checkpointAtTimes(pool)
  const close = async () => {
    stopCheckpoints()
    await pool.end()
    await backend.close()
  }
  return { db, reads, pool, listener: createPoolListener(pool), pools: { main: state }, close }
}

/** Makes transactions read-only while the disk has no room, so that the write-ahead log never runs out of it. */
function guardWrites(shared: PriorityPool, space: DiskSpace): PriorityPool {
  const readOnly = new WeakSet<ClientBase>()
  const connect = async () => {
    const client = await shared.connect()
    const hasRoom = space.hasRoom()
    if (hasRoom !== readOnly.has(client)) return client
    try {
      await client.query(`set default_transaction_read_only = ${hasRoom ? 'off' : 'on'}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    if (hasRoom) readOnly.delete(client)
    else readOnly.add(client)
    return client
  }
  return { ...shared, connect }
}

const checkpointEveryMs = 5_000
const checkpointAfterBytes = 32 * mebibyte

/**
 * The embedded database makes no checkpoint by itself, however much it writes: its write-ahead log would grow until the
 * process ends, and be replayed whole after a crash.
 */
function checkpointAtTimes(pool: Pool): () => void {
  let doneAt = 0
  const check = async () => {
    const { rows } = await pool.query<{ at: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as at`,
    )
    const at = Number(rows[0]?.at)
    if (doneAt > 0 && at - doneAt < checkpointAfterBytes) return
    if (doneAt > 0) await pool.query('checkpoint')
    doneAt = at
  }
  const timer = setInterval(() => void check().catch(() => {}), checkpointEveryMs).unref()
  return () => clearInterval(timer)
}

/** Whether a disk has room for more. */
interface DiskSpace {
  hasRoom: () => boolean
  freeBytes: () => number
}

interface DiskSpaceOptions {
  minFreeBytes: number
  /** Called with each change of `hasRoom`. */
  onChange: (hasRoom: boolean) => void
}

/** How long a reading is reused: `statfs` takes 5 µs, and a fast writer fills a few MiB in this time. */
const keptMs = 10

/** Watches the disk that holds `folder`. It has no room below `minFreeBytes`, and has room again with a quarter more. */
function watchDiskSpace(folder: string, { minFreeBytes, onChange }: DiskSpaceOptions): DiskSpace {
  let hadRoom = true
  let measuredAt = -Infinity
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const measure = () => {
    measuredAt = performance.now()
    const hasRoom = freeBytes() >= (hadRoom ? minFreeBytes : minFreeBytes * 1.25)
    if (hasRoom === hadRoom) return
    hadRoom = hasRoom
    onChange(hasRoom)
  }
  return {
    freeBytes,
    hasRoom: () => {
      if (performance.now() - measuredAt >= keptMs) measure()
      return hadRoom
    },
  }
}

const snapshotPrefix = 'snapshot-'

/**
 * Copies the files of the open database in `folder` into a new folder in it, and returns that folder's path. The copy is what
 * a killed process would leave, and is opened like that. Statements wait meanwhile. Throws when `freeBytes` are too few.
 * Copies that an interrupted backup has left are removed first.
 */
async function copyFolder(pool: Pool, folder: string, freeBytes: number): Promise<string> {
  const source = join(folder, 'pgdata')
  const client = await pool.connect()
  try {
    await client.query('checkpoint') // leaves little to replay
    const now = Date.now()
    removeSnapshots(folder, now - openedMs)
    requireRoomForCopy(source, freeBytes)
    const snapshot = mkdtempSync(join(folder, snapshotPrefix))
    await cp(source, join(snapshot, 'pgdata'), { recursive: true, mode: constants.COPYFILE_FICLONE })
    await utimes(snapshot, new Date(), new Date())
    return snapshot
  } finally {
    client.release()
  }
}

function requireRoomForCopy(source: string, freeBytes: number): void {
  const sizes = readdirSync(source, { recursive: true, encoding: 'utf8' }).map(
    (path) => statSync(join(source, path)).size,
  )
  const missingMib = Math.ceil((sizes.reduce((sum, size) => sum + size, 0) - freeBytes) / 1024 / 1024)
  if (missingMib > 0)
    throw new Error(`There is not enough disk space for a copy of the database: ${missingMib} MiB more are needed.`)
}

/** The process that asked for a copy opens it within this time. */
const openedMs = 60_000

/** Removes the copies that a killed process has left; not those that a process has open, or that are newer than `before`. */
function removeSnapshots(folder: string, before = Infinity): void {
  for (const name of readdirSync(folder)) {
    const snapshot = join(folder, name)
    if (name.startsWith(snapshotPrefix) && statSync(snapshot).mtimeMs <= before) removeUnlessOpen(snapshot)
  }
}

function removeUnlessOpen(snapshot: string): void {
  try {
    const unlock = lockFolder(snapshot)
    rmSync(snapshot, { recursive: true, force: true })
    unlock()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
}
