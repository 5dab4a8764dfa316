import type { PrivateKeyAccount } from 'viem/accounts'
import type { App } from '../src/platform/http/app.ts'
import { type TestResponse, ask } from './harness.ts'

interface Signing {
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
export async function signedEdit(app: App, { id, wallet, issuedAt, fields }: Signing) {
  const draft = { ...fields, creatorAddress: wallet.address, issuedAt }
  const { body } = await askPageMessage(app, id, draft)
  return { ...draft, signature: await wallet.signMessage({ message: body.message }) }
}

/** Edits a page as a creator would: asks for the message, signs it, sends it. */
export const editPage = async (app: App, signing: Signing): Promise<TestResponse> =>
  patchPage(app, signing.id, await signedEdit(app, signing))
