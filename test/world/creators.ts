import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { App } from '../../src/platform/http/app.ts'
import { type TestResponse, ask } from './app.ts'

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

interface Appealing {
  scoreId: string
  wallet: PrivateKeyAccount
  reason: string
  issuedAt?: string
}

export const postAppeal = (app: App, scoreId: string, payload: object): Promise<TestResponse> =>
  ask(app, { method: 'POST', url: `/v1/score/${scoreId}/appeal`, payload })

/** A good body of POST /v1/score/:id/appeal: the wallet signs the message that the service gives it. */
export async function signedAppeal(app: App, { scoreId, wallet, reason, issuedAt }: Appealing) {
  const draft = { reason, creatorAddress: wallet.address, issuedAt: issuedAt ?? new Date().toISOString() }
  const { body } = await ask(app, { method: 'POST', url: `/v1/score/${scoreId}/appeal/message`, payload: draft })
  return { ...draft, signature: await wallet.signMessage({ message: body.message ?? '' }) }
}

/** Appeals as a creator would: asks for the message, signs it, sends it. */
export const appeal = async (app: App, appealing: Appealing): Promise<TestResponse> =>
  postAppeal(app, appealing.scoreId, await signedAppeal(app, appealing))

interface PageSigning {
  /** Of the enrollment or of its score. */
  id: string
  wallet: PrivateKeyAccount
  issuedAt: string
  fields: object
}

export const askPageMessage = (app: App, id: string, payload: object): Promise<TestResponse> =>
  ask(app, { method: 'POST', url: `/v1/launch/${id}/page/message`, payload })

export const patchPage = (app: App, id: string, payload: object): Promise<TestResponse> =>
  ask(app, { method: 'PATCH', url: `/v1/launch/${id}/page`, payload })

/** A good body of PATCH /v1/launch/:id/page: the wallet signs the message that the service gives it. */
export async function signedEdit(app: App, { id, wallet, issuedAt, fields }: PageSigning) {
  const draft = { ...fields, creatorAddress: wallet.address, issuedAt }
  const { body } = await askPageMessage(app, id, draft)
  return { ...draft, signature: await wallet.signMessage({ message: body.message }) }
}

/** Edits a page as a creator would: asks for the message, signs it, sends it. */
export const editPage = async (app: App, signing: PageSigning): Promise<TestResponse> =>
  patchPage(app, signing.id, await signedEdit(app, signing))
