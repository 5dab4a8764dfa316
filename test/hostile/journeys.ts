import assert from 'node:assert/strict'
import type { PrivateKeyAccount } from 'viem/accounts'
import { runCli } from '../servers/processes.ts'
import { type Target, score, send } from './target.ts'

interface Enrolling {
  wallet: PrivateKeyAccount
  /** The client's address. */
  address: string
  over?: object
  scheduledFor?: string
}

/** Scores a launch and enrolls it with its creator's wallet; the score. */
export async function enroll(target: Target, { wallet, address, over = {}, scheduledFor }: Enrolling) {
  const scored = await score(target, address, { creatorAddress: wallet.address, ...over })
  assert.equal(scored.status, 201, scored.text)
  const query = `scoreRequestId=${scored.body.id}&creatorAddress=${wallet.address}`
  const { body } = await send(target, address, { path: `/v1/enroll/message?${query}` })
  const signature = await wallet.signMessage({ message: body.message })
  const json = { scoreRequestId: scored.body.id, creatorAddress: wallet.address, signature, scheduledFor }
  const enrolled = await send(target, address, { path: '/v1/enroll', method: 'POST', json })
  assert.equal(enrolled.status, 201, enrolled.text)
  return scored.body
}

/** A new API key, by the command-line tool. */
export async function issueKey({ environment }: Target, tier: 'free' | 'pro' | 'enterprise'): Promise<string> {
  const args = ['keys', 'issue', '--tier', tier, '--label', 'a', '--owner', 'b', '--json']
  const { stdout, stderr, status } = await runCli(args, environment)
  assert.equal(status, 0, stderr)
  return (JSON.parse(stdout) as { key: string }).key
}

/** `count` results of `work`, started together. */
export const times = <T>(count: number, work: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => work(n))

/** `count` results of `work`, `width` at a time. */
export async function inRounds<T>(count: number, width: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let from = 0; from < count; from += width)
    results.push(...(await Promise.all(times(Math.min(width, count - from), (n) => work(from + n)))))
  return results
}
