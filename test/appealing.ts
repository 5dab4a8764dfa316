import type { PrivateKeyAccount } from 'viem/accounts'
import type { App } from '../src/platform/http/app.ts'
import { type TestResponse, ask } from './harness.ts'

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
