import { randomBytes, randomUUID } from 'node:crypto'
import { type Event, eventNames } from '../../contract/schemas/event.ts'
import { dayMs } from '../../contract/time.ts'
import { UsageError } from '../platform/cli/command.ts'
import type { CommandOutcome } from '../platform/cli/control-socket.ts'
import {
  describe,
  type FeedEvent,
  type FeedOptions,
  findRemoteFeed,
  formatDelivery,
  forwardDelivery,
  readForwarding,
  type RemoteFeed,
  type SecretOptions,
} from './listen-command.ts'

/** `launchscore webhooks trigger`: sends one event to a URL, the newest of a feed or an example. */
export async function triggerCommand(
  event: string,
  options: FeedOptions & SecretOptions & { forwardTo: string },
  isJson: boolean,
): Promise<CommandOutcome> {
  const name = parseEvent(event)
  const remote = await findRemoteFeed(options, new AbortController().signal)
  const forwarding = await readForwarding(options, options.forwardTo, remote)
  const sent = (remote && (await findNewest(remote, name))) ?? createExample(name)
  const result = await forwardDelivery(forwarding, sent)
  const { target } = forwarding
  const stdout = formatDelivery({ at: new Date(), event: sent, target, result }, isJson)
  const isTaken = 'status' in result && result.status >= 200 && result.status < 300
  return { status: isTaken ? 0 : 1, stdout, stderr: isTaken ? '' : `${describe(target, result)}\n` }
}

function parseEvent(given: string): Event['event'] {
  const name = eventNames.find((one) => one === given)
  if (!name) throw new UsageError(`the event must be one of ${eventNames.join(', ')}`)
  return name
}

async function findNewest({ client, subscription }: RemoteFeed, name: string): Promise<FeedEvent | undefined> {
  const { events } = await client.readFeed(subscription.id, { order: 'newest', limit: '50' })
  const found = events.find(({ event }) => event === name)
  if (!found)
    process.stderr.write(`The feed of ${subscription.id} has no ${name} among its last events. Sending an example.\n`)
  return found
}

const toHex = (uuid: string) => uuid.replaceAll('-', '')

function createExample(event: Event['event']): FeedEvent {
  const now = new Date()
  const envelope = { id: `evt_${toHex(randomUUID())}`, event, timestamp: now.toISOString(), data: toData(event, now) }
  return { deliveryId: `dlv_${toHex(randomUUID())}`, event, body: JSON.stringify(envelope) }
}

const token = '0x70CE11000000000000000000000000000000020f'
const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

function toData(event: Event['event'], now: Date): Event['data'] {
  const [at, id] = [now.toISOString(), randomUUID()]
  const scheduledFor = new Date(now.getTime() + dayMs).toISOString()
  const examples: { [N in Event['event']]: Extract<Event, { event: N }>['data'] } = {
    'score.created': {
      scoreId: id,
      aggregate: 71.25,
      band: 'green',
      hasStubs: false,
      contractAddress: null,
      createdAt: at,
    },
    'enrollment.created': {
      enrollmentId: randomUUID(),
      scoreRequestId: id,
      creatorAddress: wallet,
      scheduledFor,
      enrolledAt: at,
    },
    'launch.scheduled': { scoreRequestId: id, scheduledFor, updatedAt: at },
    'attestation.published': {
      attestationId: createHash(),
      scoreRequestId: id,
      subject: wallet,
      schemaId: createHash(),
      digest: createHash(),
      txHash: createHash(),
      chainId: 8453,
    },
    'graduation.occurred': {
      scoreRequestId: id,
      enrollmentId: randomUUID(),
      creatorAddress: wallet,
      tokenAddress: token,
      chainId: 8453,
      aggregate: 71.25,
      band: 'green',
      tradingSince: new Date(now.getTime() - 9 * dayMs).toISOString(),
      graduatedAt: at,
      leastDepth: 24_600,
      rules: 'outcome-rules@1.0.0',
    },
    'score.hidden': { scoreId: id, contractAddress: token, reason: 'Stolen artwork.', at },
    'score.restored': { scoreId: id, contractAddress: token, reason: 'The artist agreed.', at },
    'attestation.revoked': {
      attestationId: createHash(),
      scoreRequestId: id,
      txHash: createHash(),
      chainId: 8453,
      reason: 'The score was made from stolen artwork.',
    },
    'appeal.answered': { scoreRequestId: id, outcome: 'upheld', rescoreId: randomUUID(), answeredAt: at },
    'token.bound': {
      scoreRequestId: id,
      contractAddress: token,
      chainId: 8453,
      state: 'proven',
      proofs: [{ kind: 'deployed', txHash: createHash(), blockNumber: 38_000_000, call: null, shownAt: at }],
      boundAt: at,
    },
    'outcome.decided': {
      scoreRequestId: id,
      contractAddress: token,
      chainId: 8453,
      horizon: '24h',
      outcome: 'rugged',
      decidedAt: at,
    },
    'launch.reminder': { scoreRequestId: id, slot: 'T-60min', scheduledFor },
    'key.near_limit': { prefix: 'lsc_live_3xAmpl3K', tier: 'pro', limit: 600, used: 481, windowSeconds: 60 },
  }
  return examples[event]
}

const createHash = () => `0x${randomBytes(32).toString('hex')}`
