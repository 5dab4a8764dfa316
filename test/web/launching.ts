import type { PrivateKeyAccount } from 'viem/accounts'
import { openAsk } from '../../dev/demo/ask.ts'
import { freeLunch, leftSock } from '../../dev/world/samples.ts'
import type { Enrollment } from '../../contract/schemas/enrollment.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import { ada, bob } from '../world/creators.ts'
import { type Stage, hostileSample } from './stage.ts'

const hourMs = 3_600_000
const never = new AbortController().signal

/** Launches in every state, by what is notable about them; ids of enrollments, or of scores that nobody enrolled. */
export interface Launches {
  toEnroll: string
  toEnrollOnPhone: string
  toSchedule: string
  toKeep: string
  toDecline: string
  spare: string
  scheduled: string
  hostile: string
  risky: string
  live: string
  unscheduled: string
  withdrawn: string
  moved: string
}

/** Scores, enrolls and edits as creators do: all by the wallet `ada`. */
export async function seedLaunches(stage: Stage): Promise<Launches> {
  const { toSubmission } = stage.world
  const own = (over: object = {}) => scoreFor(stage, { ...toSubmission(leftSock), ...over })
  const live = await enroll(stage, await own({ name: 'Odd Sock' }), new Date(Date.now() + 1500))
  const scheduled = await enroll(stage, await own(), new Date(Date.now() + 53 * hourMs + 7 * 60_000))
  await edit(stage, scheduled, toPage)
  await edit(stage, scheduled, { ctaLabel: 'Hang yours on the line' })
  const hostile = await enroll(stage, await own(hostileSample), new Date(Date.now() + 300 * 24 * hourMs))
  await edit(stage, hostile, hostilePage)
  const risky = await enroll(stage, await scoreFor(stage, toSubmission(freeLunch)), new Date(Date.now() + 9 * hourMs))
  await edit(stage, risky, { tagline: 'Totally fine', ctaUrl: 'https://xn--lft-sock-u1a.example/claim' })
  const withdrawn = await enroll(stage, await own({ name: 'Lost Sock' }), new Date(Date.now() + hourMs))
  await edit(stage, withdrawn, { scheduledFor: null, tagline: 'We need more time' })
  const moved = await enroll(stage, await own({ name: 'Late Sock' }), new Date(Date.now() + hourMs))
  await edit(stage, moved, { scheduledFor: new Date(Date.now() + 80 * hourMs).toISOString() })
  return {
    toEnroll: await own({ name: 'Right Sock' }),
    toEnrollOnPhone: await own({ name: 'Wool Sock' }),
    toSchedule: await own({ name: 'Silk Sock' }),
    toKeep: await own({ name: 'Warm Sock' }),
    toDecline: await own({ name: 'Torn Sock' }),
    spare: await own({ name: 'Spare Sock' }),
    scheduled,
    hostile,
    risky,
    live,
    unscheduled: await enroll(stage, await own({ name: 'Third Sock' }), null),
    withdrawn,
    moved,
  }
}

const toPage = {
  tagline: 'Have you seen the other one?',
  description:
    'Two went into the dryer, one came out.\n\nOn launch day everybody who holds one hangs it on the line, with a note of where the other was last seen. The line is public, and nobody takes anything down.',
  ctaLabel: 'Hang yours',
  ctaUrl: 'https://leftsock.example/line?from=launch',
}

const hostilePage = {
  tagline: '"> onmouseover=alert(1) < b > שלום, עולם! {{x}} ' + 'W'.repeat(60),
  description: `${'Unbreakable'.repeat(30)}\nשלום עולם, and on in English. < script > alert(1)`,
  ctaLabel: '\'"> onclick=alert(1) שלום 左袜 🧦🧦🧦',
  ctaUrl: `https://accounts.trusted.example.${'long-label-of-a-host.'.repeat(4)}evil.example/${'path/'.repeat(40)}`,
}

const scoreFor = async ({ url }: Stage, submission: object): Promise<string> => {
  const body = { ...submission, creatorAddress: ada.address }
  return (await openAsk(url, never).post<ScoreResult>('/v1/score', body)).id
}

async function enroll({ url }: Stage, scoreRequestId: string, scheduledFor: Date | null): Promise<string> {
  const ask = openAsk(url, never)
  const creatorAddress = ada.address
  const query = new URLSearchParams({ scoreRequestId, creatorAddress })
  const { message } = await ask.get<{ message: string }>(`/v1/enroll/message?${query.toString()}`)
  const signature = await ada.signMessage({ message })
  const body = { scoreRequestId, creatorAddress, signature, scheduledFor: scheduledFor?.toISOString() ?? null }
  return (await ask.post<Enrollment>('/v1/enroll', body)).enrollmentId
}

async function edit({ url }: Stage, id: string, fields: object, wallet: PrivateKeyAccount = ada): Promise<void> {
  const ask = openAsk(url, never)
  const draft = { ...fields, creatorAddress: wallet.address, issuedAt: new Date().toISOString() }
  const { message } = await ask.post<{ message: string }>(`/v1/launch/${id}/page/message`, draft)
  await ask.patch(`/v1/launch/${id}/page`, { ...draft, signature: await wallet.signMessage({ message }) })
}

export { ada, bob }
