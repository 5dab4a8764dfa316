import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import type { ClientBase, Pool } from 'pg'
import { type OpenDb, kyselyOver, openPool } from '../server-db.ts'
import { copyFolder, removeSnapshots } from './snapshot.ts'
import { type DiskSpace, watchDiskSpace } from './disk-space.ts'
import { type EmbeddedBackend, openBackend } from './embedded-backend.ts'
import { lockFolder, makeFolder } from './folder-lock.ts'
import { createPoolListener } from '../listening/pool-listener.ts'
import { type PriorityPool, createPriorityPools } from '../pools/priority-pool.ts'
import { DiskNearlyFull, isReadOnlyFault } from '../../platform/database-fault.ts'
import type { Log } from '../../platform/log.ts'
import { PGliteStream } from './pglite-stream.ts'
import { unpackDatabase } from './prepared-database.ts'
import { createPreparedClient } from '../pools/prepared-client.ts'
import { closeFiles, closeFolder } from './private-folder.ts'
import type { WatchPool } from '../watch-queries.ts'

/** The disk has too little room to open the database. */
class DiskFull extends Error {}

interface EmbeddedOptions {
  log?: Pick<Log, 'info' | 'warn' | 'error'>
  /** Below this, the database is not opened, and an open one becomes read-only. */
  minFreeBytes?: number
  watch?: WatchPool
}

const mebibyte = 1024 * 1024
/** Four segments of the write-ahead log: PostgreSQL ends when it can't make the next one. */
export const requiredFreeBytes = 64 * mebibyte
/** Recovery writes the log too; opened without room for that, PGlite may not come back. */
const reopeningBytes = 32 * mebibyte
/** A new database takes about 24 MiB, and its migrations write to the log. */
const newDatabaseBytes = 64 * mebibyte

/**
 * PostgreSQL in this process, in `folder`, which no other process may open meanwhile (throws `FolderInUse`) and no other
 * account may enter. While its disk has too little room it can be read, and every write fails as in a read-only transaction.
 * Throws `DiskFull` when there is too little at once.
 */
export async function openEmbeddedDb<T>(folder: string, options: EmbeddedOptions = {}): Promise<OpenDb<T>> {
  const { log, minFreeBytes = requiredFreeBytes, watch } = options
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
    const backend = await openBackend({ open: () => openLite(dataDir), mayReopen, onStopped })
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

async function openLite(dataDir: string): Promise<PGlite> {
  makeFolder(dataDir)
  closeFolder(dataDir)
  if (isNew(dataDir)) unpackDatabase(dataDir)
  useBaselineCompiler()
  const lite = await PGlite.create({ dataDir, startParams: [...PGlite.defaultStartParams, ...settings] })
  closeFiles(dataDir)
  return lite
}

const isNew = (dataDir: string) => !existsSync(join(dataDir, 'PG_VERSION'))

/** Whether the folder has an embedded database, which opening it would otherwise make. */
export const hasEmbeddedDb = (folder: string): boolean => !isNew(join(folder, 'pgdata'))

/**
 * Has V8 compile WebAssembly once, without optimising it later. Its optimising compiler takes 600 MB and seconds of
 * processor time for one function of PostgreSQL, and makes statements by key no faster (long aggregates 1.4 times).
 */
function useBaselineCompiler(): void {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

const settings = [
  'shared_buffers=16MB', // 197 MB instead of 340 MB resident
  'max_wal_size=64MB',
  'min_wal_size=32MB',
].flatMap((setting) => ['-c', setting])

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
