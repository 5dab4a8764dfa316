import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { buildApp } from '../../src/main/routes.ts'
import { parseConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { openDeps } from '../../src/main/open-deps.ts'
import { migrate, migrationsFolder } from '../../src/database/migrate.ts'
import type { Attester } from '../../src/providers/chain/attester.ts'
import { startWorker } from '../../src/main/jobs.ts'
import type { KillPoint } from './kill-points.ts'

// The service with quick timings, as a process of its own that kills itself at DIE_AT once SIGUSR2 has armed it.

flushCompileCache() // the next one starts in two thirds of the time; a killed process would not write it

const dieAt = process.env['DIE_AT'] as KillPoint | undefined
let isArmed = false
process.on('SIGUSR2', () => {
  isArmed = true
  process.stdout.write('armed\n')
})

const reach = (point: KillPoint): void => {
  if (isArmed && point === dieAt) process.kill(process.pid, 'SIGKILL')
}

/** Every line goes out at once: a killed process has said all it did. */
const out = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    process.stdout.write(chunk)
    if (chunk.includes('a transaction is in a block') && chunk.includes('"attest"')) reach('recorded-mined')
    done()
  },
})

const config = parseConfig()
const timings = { resendMs: 1000, bumpMs: 5000 }
const { deps } = await openDeps(
  {
    ...config,
    publishWaitMs: 5000,
    providerTimeoutMs: 1500,
    attesting: { ...config.attesting, ...timings },
  },
  { log: pino({ level: config.logLevel }, out) },
)
await migrate(deps.db, migrationsFolder)
const mortal = { ...deps, attester: deps.attester && dying(deps.attester) }
startWorker(mortal)
if (dieAt === 'recorded-final') watchForFinal(mortal)
const app = await buildApp(mortal)
await app.listen({ host: config.host, port: config.port })
const { port } = app.server.address() as AddressInfo // listening on TCP
deps.log.fatal({ url: `http://127.0.0.1:${port}` }, 'listening')

function dying(attester: Attester): Attester {
  return {
    ...attester,
    signTransaction: async (transaction, signal) => {
      const signed = await attester.signTransaction(transaction, signal)
      reach('signed-before-commit')
      return signed
    },
    send: async (raw, signal) => {
      reach('committed-before-broadcast')
      const sent = await attester.send(raw, signal)
      reach('broadcast-before-record')
      return sent
    },
    receipt: async (hash, signal) => {
      const receipt = await attester.receipt(hash, signal)
      if (receipt) reach('mined-before-record')
      return receipt
    },
  }
}

/** Reaches `recorded-final` when everything published since the kill point was armed is final. */
function watchForFinal({ db }: Deps): void {
  let before: number | undefined
  const check = async () => {
    const jobs = await db.selectFrom('attestation_jobs').select('state').where('kind', '=', 'attest').execute()
    if (!isArmed) before = jobs.length
    const isFinal = jobs.every(({ state }) => state === 'final')
    if (isFinal && before !== undefined && jobs.length > before) reach('recorded-final')
  }
  setInterval(() => void check().catch(() => {}), 30)
}
