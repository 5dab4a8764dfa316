import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Enrollment } from '../../contract/schemas/enrollment.ts'
import type { ScoreResult } from '../../contract/schemas/score.ts'
import type { Ask } from '../demo/ask.ts'
import { signSubmission } from '../demo/sign-submission.ts'
import type { World } from '../world/world.ts'
import type { StoryChain, StoryToken } from './chain-of-story.ts'
import type { StoryLaunch } from './launches.ts'

interface Enrolled {
  launch: StoryLaunch
  wallet: PrivateKeyAccount
  enrollmentId: string
}

export interface Launched extends Enrolled {
  token: StoryToken & { createdAt: Date }
}

/** Has launches scored, each by a wallet of its own that signs for it. */
export async function enrollAll(ask: Ask, world: World, launches: StoryLaunch[]): Promise<Enrolled[]> {
  const enrolled: Enrolled[] = []
  for (const launch of launches) {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const { name, symbol, description, xHandle } = launch
    const { address: creatorAddress } = wallet
    const imageUrl = world.toImageUrl(toPictureName(launch))
    const submission = { name, symbol, description, xHandle, creatorAddress, imageUrl }
    const { id: scoreRequestId } = await ask.post<ScoreResult>(
      '/v1/score',
      await signSubmission(ask, submission, wallet),
    )
    const query = new URLSearchParams({ scoreRequestId, creatorAddress })
    const { message } = await ask.get<{ message: string }>(`/v1/enroll/message?${query.toString()}`)
    const signature = await wallet.signMessage({ message })
    const { enrollmentId } = await ask.post<Enrollment>('/v1/enroll', { scoreRequestId, creatorAddress, signature })
    enrolled.push({ launch, wallet, enrollmentId })
  }
  return enrolled
}

export const toPictureName = ({ symbol }: Pick<StoryLaunch, 'symbol'>): string => `story-${symbol.toLowerCase()}.png`

interface Launching {
  ask: Ask
  chain: StoryChain
}

/** Lets the launchpad make each token; some creators sign for theirs, the others’ are for the service to find. */
export async function launchAll({ ask, chain }: Launching, awaited: Enrolled[], createdAt: Date): Promise<Launched[]> {
  const launched: Launched[] = []
  for (const one of awaited) {
    const token = await chain.launch(one.launch, one.wallet)
    if (one.launch.launches === 'signed') await signFor(ask, one, token)
    launched.push({ ...one, token: { ...token, createdAt } })
  }
  return launched
}

async function signFor(
  ask: Ask,
  { wallet, enrollmentId }: Enrolled,
  { token: tokenAddress, creationTx }: StoryToken,
): Promise<void> {
  const path = `/v1/launch/${enrollmentId}/token`
  const { message } = await ask.get<{ message: string }>(`${path}/message?tokenAddress=${tokenAddress}`)
  const signature = await wallet.signMessage({ message })
  await ask.post(path, { tokenAddress, creationTx, creatorAddress: wallet.address, signature })
}
