import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Enrollment } from '../../contract/schemas/enrollment.ts'
import type { LaunchSummary } from '../../contract/schemas/launch.ts'
import { formatCount } from '../../contract/text.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import type { Ask } from './ask.ts'
import { cell, print, printStep, printText } from './layout.ts'
import type { Subscriber } from './subscriber.ts'

export type Wallet = PrivateKeyAccount

/** A wallet that nobody had before. */
export const makeWallet = (): Wallet => privateKeyToAccount(generatePrivateKey())

const hourMs = 3_600_000

/** Takes a score to launch with the wallet that it was scored for, printing each message, signature and answer. */
export async function launchDay(
  ask: Ask,
  { wallet, score, subscriber, step }: { wallet: Wallet; score: ScoreResult; subscriber: Subscriber; step: number },
) {
  printStep(step, `A new wallet enrolls ${score.submission.name}`)
  const enrollment = await enroll(ask, wallet, score.id)
  await subscriber.show(2)
  printStep(step + 1, 'The creator edits the launch page')
  await editPage(ask, wallet, enrollment.enrollmentId)
  printStep(step + 2, 'The public launch page')
  await attend(ask, enrollment)
}

async function enroll(ask: Ask, wallet: Wallet, scoreRequestId: string): Promise<Enrollment> {
  const query = new URLSearchParams({ scoreRequestId, creatorAddress: wallet.address })
  const { message } = await ask.get<{ message: string }>(`/v1/enroll/message?${query.toString()}`)
  const signature = await sign(wallet, message)
  const scheduledFor = new Date(Date.now() + 2 * hourMs).toISOString()
  const body = { scoreRequestId, creatorAddress: wallet.address, signature, scheduledFor }
  const enrollment = await ask.post<Enrollment>('/v1/enroll', body)
  printResponse('POST /v1/enroll', enrollment)
  return enrollment
}

async function editPage(ask: Ask, wallet: Wallet, id: string): Promise<void> {
  const fields = {
    tagline: 'Have you seen the other one?',
    ctaLabel: 'Hang yours on the line',
    ctaUrl: 'https://leftsock.example/line',
  }
  const draft = { ...fields, creatorAddress: wallet.address, issuedAt: new Date().toISOString() }
  const { message } = await ask.post<{ message: string }>(`/v1/launch/${id}/page/message`, draft)
  const page = await ask.patch<object>(`/v1/launch/${id}/page`, { ...draft, signature: await sign(wallet, message) })
  printResponse('PATCH /v1/launch/:id/page', page)
  print()
  await ask.patchInVain(`/v1/launch/${id}/page`, {
    ...draft,
    signature: await sign(wallet, message, { isQuiet: true }),
  })
  printText('Sending the same signed edit again gets 409, so nobody can replay an edit.')
}

async function attend(ask: Ask, { enrollmentId }: Enrollment): Promise<void> {
  for (const session of ['ada', 'bob', 'ada']) await ask.beacon(`/v1/launch/${enrollmentId}/attendance`, { session })
  const { page, notifications, attendance } = await ask.get<LaunchSummary>(`/v1/launch/${enrollmentId}`)
  print(`“${page.tagline}”`)
  print()
  for (const { slot, sendAt, transport, state } of notifications)
    print(`${cell(slot, 10)}${sendAt}   ${cell(transport, 10)}${state}`)
  print()
  print(`${formatCount(attendance.pageViews, 'view')} by ${formatCount(attendance.uniqueSessions, 'session')}`)
}

/** Prints the text as the wallet shows it, and what comes out. */
async function sign(wallet: Wallet, message: string, { isQuiet = false } = {}): Promise<string> {
  const signature = await wallet.signMessage({ message })
  if (isQuiet) return signature
  for (const line of message.split('\n')) print(`| ${line}`)
  print()
  print(`signed    ${signature.slice(0, 67)}`)
  print(`          ${signature.slice(67)}`)
  print()
  return signature
}

function printResponse(request: string, response: object): void {
  print(request)
  for (const [name, value] of Object.entries(response)) print(`  ${cell(name, 16)}${value ?? 'none'}`)
}
