import * as fc from 'fast-check'
import { walletNo } from '../world/creators.ts'
import { type toForm, imageForm } from '../world/requests.ts'
import { imageBytes } from '../world/app.ts'
import { vapid } from '../fixtures/keys.ts'
import { secret } from '../world/webhooks.ts'
import type { ServiceResponse } from './check-answer.ts'

/** One request as JSON, checked like any other; its answer, parsed. */
export type Tell = (method: string, url: string, body?: object, headers?: Record<string, string>) => Promise<Told>

interface Told extends ServiceResponse {
  json: Record<string, unknown>
}

type Bearer = Record<'authorization', string>

/** One request with a form, checked likewise; its answer, parsed. */
export type SendForm = (url: string, form: ReturnType<typeof toForm>) => Promise<Told>

/** The requests of a journey. */
export interface Guide {
  tell: Tell
  sendForm: SendForm
  submission: object
  publicUrl: string
  /** Where nothing takes a delivery. */
  hook: string
  /** Of a key that may subscribe. */
  holder: Bearer
  operator: Bearer
}

export interface Journey {
  wallet: number
  inHours: number | null
  fields: object
  isTwice: boolean
}

export const journeys: fc.Arbitrary<Journey> = fc.record({
  wallet: fc.integer({ min: 1, max: 50 }),
  inHours: fc.option(fc.integer({ min: 2, max: 300 * 24 }), { nil: null }),
  fields: fc.record(
    {
      tagline: fc.option(fc.stringMatching(/^\w{1,20}$/), { nil: null }),
      description: fc.option(fc.stringMatching(/^\w[\w \n]{0,40}\w$/), { nil: null }),
      ctaUrl: fc.constantFrom('https://example.org/', null),
    },
    { requiredKeys: ['tagline'] },
  ),
  isTwice: fc.boolean(),
})

const reads = [
  '/v1/score/*',
  '/v1/score/*/percentile',
  '/v1/score/*/appeal',
  '/v1/enrollment/*',
  '/v1/launch/*',
  '/v1/launch/*/page/history',
  '/v1/launch/*/subscriptions/key',
]

/** From a score to a launch with all that can be done to one, signed as a creator would; and then what is gone, again. */
export async function travel(guide: Guide, journey: Journey): Promise<void> {
  const { tell } = guide
  const submission = await uploadImage(guide)
  const wallet = walletNo(journey.wallet)
  const idempotent = { 'idempotency-key': `journey-${journey.wallet}-${journey.inHours}` }
  const submitted = { ...submission, creatorAddress: wallet.address, contractAddress: wallet.address }
  const { json: own } = await tell('POST', '/v1/score/message', { submission: submitted })
  const creatorSignature = await wallet.signMessage({ message: String(own['message']) })
  await tell('POST', '/v1/score', { ...submitted, creatorSignature })
  const { json: score } = await tell('POST', '/v1/score', submitted, idempotent)
  if (journey.isTwice) await tell('POST', '/v1/score', submitted, idempotent)
  await tell('POST', `/v1/score/${String(score['id'])}/rescore`)
  const id = String(score['id'])
  await enroll(tell, { ...journey, id })
  await edit(tell, { ...journey, id })
  await appeal(guide, { ...journey, id })
  await bindToken(tell, { ...journey, id })
  await tell('POST', `/v1/launch/${id}/attendance`, { session: `visitor-${journey.wallet}` })
  await subscribe(tell, id)
  for (const read of reads) await tell('GET', read.replace('*', id))
  await tell('GET', `/api/v1/score/${wallet.address}`) // as its contract, too
  await tell('GET', `/oembed?url=${encodeURIComponent(`${guide.publicUrl}/score/${id}`)}&format=json`)
  for (const q of [wallet.address, id, 'sock']) await tell('GET', `/api/v1/search?q=${q}`)
  await tell('POST', '/api/v1/lookup', {
    tokens: [{ address: wallet.address }],
    scores: [id, id],
    creators: [wallet.address],
  })
  await tell('GET', '/api/v1/prompts/diff?from=launch-score@1.1.0&to=launch-score@1.2.0')
  for (const file of ['days/2026-01-01.ndjson', 'export.csv']) await tell('GET', `/api/v1/track-record/${file}`)
  await attest(tell, id)
  for (const own of ['/v1/me', '/v1/scores']) await tell('GET', own, undefined, guide.holder)
  await listenForEvents(guide)
  await tell('POST', `/v1/admin/launches/${id}/approve`, undefined, guide.operator)
  await takeDown(guide, [`scores/${id}`, `creators/${wallet.address}`])
  await operate(guide)
}

/** An incident from its beginning to its end, and beyond. */
async function operate({ tell, operator }: Guide): Promise<void> {
  const { json } = await tell('POST', '/v1/admin/incidents', { title: 'A journey', body: 'It goes on.' }, operator)
  const url = `/v1/admin/incidents/${String(json['id'])}`
  await tell('POST', `${url}/updates`, { body: 'It still goes on.' }, operator)
  for (let n = 0; n < 2; n += 1) await tell('POST', `${url}/resolve`, {}, operator)
  for (const read of [
    'scores',
    'enrollments',
    'takedowns',
    'incidents',
    'appeals',
    'hours',
    'budgets',
    'limited-callers',
    'webhooks/failing',
  ])
    await tell('GET', `/v1/admin/${read}`, undefined, operator)
}

/** A submission whose image was uploaded; with another one while an operator has taken the image down. */
async function uploadImage({ tell, sendForm, submission }: Guide): Promise<object> {
  const { status, json } = await sendForm('/v1/images', imageForm(imageBytes))
  if (status === 451) return submission
  const { imageUrl } = json
  await tell('GET', new URL(String(imageUrl)).pathname)
  return { ...submission, imageUrl }
}

async function takeDown({ tell, operator }: Guide, targets: string[]): Promise<void> {
  for (const target of targets)
    for (const action of ['hide', 'unhide'])
      await tell('POST', `/v1/admin/${target}/${action}`, { reason: 'A journey.' }, operator)
}

async function attest(tell: Tell, id: string): Promise<void> {
  await tell('POST', `/v1/score/${id}/publish`)
  for (const what of ['attestation', 'receipt']) await tell('GET', `/v1/score/${id}/${what}`)
}

/** A subscription with one delivery, and all that can be asked of it. */
async function listenForEvents({ tell, hook: endpoint, holder }: Guide): Promise<void> {
  const { json } = await tell('POST', '/v1/webhooks', { endpoint, events: ['score.created'], secret }, holder)
  const url = `/v1/webhooks/${String(json['id'])}`
  const { json: sent } = await tell('POST', `${url}/test`, {}, holder)
  const delivery = `${url}/deliveries/${String(sent['id'])}`
  await tell('POST', `${delivery}/retry`, undefined, holder)
  await tell('GET', delivery, undefined, holder)
  await tell('POST', `${url}/recover`, { since: new Date(Date.now() - 3_600_000).toISOString() }, holder)
  await tell('POST', `${url}/rotate-secret`, { secret }, holder)
  await tell('POST', `${url}/resume`, undefined, holder)
  await tell('PATCH', url, { description: 'events of a journey' }, holder)
  for (const one of ['', '/deliveries', '/events']) await tell('GET', `${url}${one}`, undefined, holder)
  await tell('DELETE', url, undefined, holder)
}

async function enroll(tell: Tell, { id, wallet: number, inHours }: Journey & { id: string }): Promise<void> {
  const wallet = walletNo(number)
  const { json } = await tell('GET', `/v1/enroll/message?scoreRequestId=${id}&creatorAddress=${wallet.address}`)
  const signature = await wallet.signMessage({ message: String(json['message']) })
  const scheduledFor = inHours === null ? null : new Date(Date.now() + inHours * 3_600_000).toISOString()
  await tell('POST', '/v1/enroll', { scoreRequestId: id, creatorAddress: wallet.address, signature, scheduledFor })
}

/** An appeal with its answer, and one more that comes too late. */
async function appeal(
  { tell, operator }: Guide,
  { id, wallet: number, isTwice }: Journey & { id: string },
): Promise<void> {
  const wallet = walletNo(number)
  const draft = { reason: 'Look again.', creatorAddress: wallet.address, issuedAt: new Date().toISOString() }
  const { json } = await tell('POST', `/v1/score/${id}/appeal/message`, draft)
  const signature = await wallet.signMessage({ message: String(json['message']) })
  const { json: open } = await tell('POST', `/v1/score/${id}/appeal`, { ...draft, signature })
  const answer = { outcome: 'upheld', answer: 'We did.', rescore: isTwice }
  const url = `/v1/admin/appeals/${String(open['appealId'])}/answer`
  await tell('POST', url, answer, operator)
  if (!isTwice) return
  await tell('POST', `/v1/score/${id}/appeal`, { ...draft, signature })
  await tell('POST', url, answer, operator)
}

/** Claims a token that the chain doesn't know. */
async function bindToken(tell: Tell, { id, wallet: number }: Journey & { id: string }): Promise<void> {
  const wallet = walletNo(number)
  const tokenAddress = wallet.address
  const { json } = await tell('GET', `/v1/launch/${id}/token/message?tokenAddress=${tokenAddress}`)
  const signature = await wallet.signMessage({ message: String(json['message']) })
  await tell('POST', `/v1/launch/${id}/token`, { tokenAddress, creatorAddress: wallet.address, signature })
  await tell('GET', `/v1/launch/${id}/token`)
  await tell('GET', `/v1/launch/${id}/observations`)
  const asked = { creatorAddress: wallet.address, issuedAt: new Date().toISOString() }
  const { json: asking } = await tell(
    'GET',
    `/v1/launch/${id}/token/named/message?${new URLSearchParams(asked).toString()}`,
  )
  const request = await wallet.signMessage({ message: String(asking['message']) })
  await tell('POST', `/v1/launch/${id}/token/named`, { ...asked, signature: request })
  const { json: denying } = await tell('GET', `/v1/launch/${id}/token/denial/message?tokenAddress=${tokenAddress}`)
  const denial = await wallet.signMessage({ message: String(denying['message']) })
  await tell('POST', `/v1/launch/${id}/token/denial`, {
    tokenAddress,
    creatorAddress: wallet.address,
    signature: denial,
  })
}

async function edit(tell: Tell, { id, wallet: number, fields, isTwice }: Journey & { id: string }): Promise<void> {
  const wallet = walletNo(number)
  const draft = { ...fields, creatorAddress: wallet.address, issuedAt: new Date().toISOString() }
  const { json } = await tell('POST', `/v1/launch/${id}/page/message`, draft)
  const signature = await wallet.signMessage({ message: String(json['message']) })
  await tell('PATCH', `/v1/launch/${id}/page`, { ...draft, signature })
  if (isTwice) await tell('PATCH', `/v1/launch/${id}/page`, { ...draft, signature })
}

async function subscribe(tell: Tell, id: string): Promise<void> {
  const keys = { p256dh: vapid.publicKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
  const { json } = await tell('POST', `/v1/launch/${id}/subscriptions`, {
    endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
    keys,
  })
  const url = `/v1/launch/${id}/subscriptions/${String(json['id'])}`
  await tell('DELETE', url)
  await tell('DELETE', url) // gone by now
  await tell('POST', `/v1/launch/${id}/reminders`, { email: 'ada@launch.example' })
}
