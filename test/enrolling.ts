import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { App } from '../src/platform/http/app.ts'
import { type TestResponse, ask } from './harness.ts'

/** Wallets by number, from keys that anybody can compute: for tests only. */
export const walletNo = (n: number): PrivateKeyAccount => privateKeyToAccount(`0x${n.toString(16).padStart(64, '0')}`)

export const ada = walletNo(0xada)
export const bob = walletNo(0xb0b)

interface Signing {
  scoreId: string
  wallet: PrivateKeyAccount
  scheduledFor?: string | null
}

/** A good body of POST /v1/enroll: the wallet signs the message that the service gives it. */
export async function signedEnrollment(app: App, { scoreId, wallet, ...rest }: Signing) {
  const query = `scoreRequestId=${scoreId}&creatorAddress=${wallet.address}`
  const { body } = await ask(app, { url: `/v1/enroll/message?${query}` })
  const signature = await wallet.signMessage({ message: body.message })
  return { scoreRequestId: scoreId, creatorAddress: wallet.address, signature, ...rest }
}

export const postEnrollment = (app: App, payload: object): Promise<TestResponse> =>
  ask(app, { method: 'POST', url: '/v1/enroll', payload })

/** Enrolls a score as a creator would: asks for the message, signs it, sends it. */
export const enroll = async (app: App, signing: Signing): Promise<TestResponse> =>
  postEnrollment(app, await signedEnrollment(app, signing))

/** The submission as its creator would sign it: the wallet signs the message that the service gives it. */
export async function signSubmission<T extends object>(app: App, submission: T, wallet: PrivateKeyAccount) {
  const own = { ...submission, creatorAddress: wallet.address }
  const { body } = await ask(app, { method: 'POST', url: '/v1/score/message', payload: { submission: own } })
  return { ...own, creatorSignature: await wallet.signMessage({ message: body.message }) }
}
