import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAsk } from '../../dev/demo/ask.ts'
import { freePort } from '../../dev/world/free-port.ts'
import { type Sample, freeLunch, leftSock, samples } from '../../dev/world/samples.ts'
import { type World, startWorld } from '../../dev/world/world.ts'
import { parseConfig } from '../../src/config.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { runCommand } from '../../src/main/commands.ts'
import { start } from '../../src/main/start.ts'
import { vapid } from '../fixtures/keys.ts'

/** A service on the demo's world with something to look at. */
export interface Stage {
  url: string
  /** Of a service whose providers aren't configured. */
  stubsUrl: string
  world: World
  /** Of scores, by what is notable about them. */
  ids: { good: string; hostile: string; risky: string; preliminary: string }
  close: () => Promise<void>
}

/** Text of strangers: all of it is accepted, none of it may break a page. */
export const hostileSample: Sample['submission'] = {
  ...leftSock.submission,
  name: '<img src=x onerror=alert(1)>"\'&amp; שלום 左袜 🧦 &lt;b&gt; Long',
  symbol: '"><SVG/ONLOAD=x',
  description: '</script><script>alert(1)</script>\n{{constructor}} `${1}`\nשלום עולם, and on in English.',
}

const webPush = { NOTIFY_VAPID_PUBLIC: vapid.publicKey, NOTIFY_VAPID_PRIVATE: vapid.privateKey }

/** Starts it all on ports of its own, in a folder of its own. */
export async function startStage(): Promise<Stage> {
  const world = await startWorld({})
  const final = await startService({ ...world.environment, ...webPush })
  const { CHAIN_ID, OUTBOUND_ALLOW } = world.environment
  const stubs = await startService({ CHAIN_ID, OUTBOUND_ALLOW })
  const good = await score(final.url, world.toSubmission(leftSock))
  for (const sample of samples.slice(1, 6)) await score(final.url, world.toSubmission(sample))
  await fetch(`${final.url}/v1/score/${good}/rescore`, { method: 'POST' })
  await fetch(`${final.url}/v1/score/${good}/publish`, { method: 'POST' })
  return {
    url: final.url,
    world,
    ids: {
      good,
      hostile: await score(final.url, { ...world.toSubmission(leftSock), ...hostileSample }),
      risky: await score(final.url, world.toSubmission(freeLunch)),
      preliminary: await score(stubs.url, world.toSubmission(leftSock)),
    },
    stubsUrl: stubs.url,
    close: async () => {
      await Promise.all([final.close(), stubs.close()])
      await world.close()
    },
  }
}

const score = async (url: string, submission: object): Promise<string> =>
  (await openAsk(url, new AbortController().signal).post<ScoreResult>('/v1/score', submission)).id

async function startService(environment: World['environment']) {
  const folder = await mkdtemp(join(tmpdir(), 'web-test-'))
  const port = await freePort('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const settings = { ...environment, PORT: String(port), PUBLIC_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const { stop } = await start(parseConfig(settings), runCommand)
  return { url, close: () => stop().then(() => rm(folder, { recursive: true, maxRetries: 5 })) }
}
