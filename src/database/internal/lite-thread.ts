import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { unpackDatabase } from '../prepared-database.ts'
import type { LiteOptions } from './open-lite.ts'

const { dataDir, settings, unpack } = workerData as LiteOptions // from `openLite`, which starts this thread
if (unpack) unpackDatabase(dataDir, unpack)
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]
const lite = await PGlite.create({ dataDir, startParams })
parentPort?.on('message', (request: Uint8Array | null) => void (request === null ? close() : respond(request)))
parentPort?.postMessage(null) // open

async function respond(request: Uint8Array): Promise<void> {
  const response = await exchange(request).catch((error: Error) => error)
  if (response instanceof Error) parentPort?.postMessage(response)
  else parentPort?.postMessage(response, [response.buffer])
}

/**
 * The statement has run when this returns. `execProtocolRawSync` would parse every response once more and keep its messages
 * for as long as the database is open.
 */
async function exchange(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // copied, because PGlite reuses its buffer
  const onRawData = (data: Uint8Array) => void parts.push(data.slice())
  await lite.execProtocolRawStream(request, { syncToFs: false, onRawData })
  const response = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    response.set(part, at)
    at += part.length
  }
  return response
}

async function close(): Promise<void> {
  await lite.close()
  process.exit() // ends this thread alone
}
