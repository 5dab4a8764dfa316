import { randomBytes } from 'node:crypto'
import { findSecretFault } from '../../delivery/signing/sign-standard.ts'
import type { DeliveryFormat } from '../../../contract/schemas/delivery.ts'
import { type CommandCall, UsageError } from '../../platform/cli/command.ts'
import type { WebhookSubscription } from '../../../contract/schemas/webhook.ts'
import { type FeedClient, createFeedClient, parseServiceUrl } from './feed-client.ts'
import { type Forwarding, parseTarget } from './forward-delivery.ts'
import { readSecretOption } from './read-secret-option.ts'

export interface RemoteFeed {
  client: FeedClient
  subscription: WebhookSubscription
}

/** Finds the feed that `--url` and the key name; undefined without `--url`. */
export async function findRemoteFeed({ options }: CommandCall, signal: AbortSignal): Promise<RemoteFeed | undefined> {
  const { url, subscription: id } = options
  if (typeof url !== 'string') return undefined
  const parsed = parseServiceUrl(url)
  const key = await readSecretOption(options, 'key')
  if (key === undefined) throw new UsageError('missing --key-file or --key: an API key of the service')
  const client = createFeedClient({ url: parsed, key, signal })
  return { client, subscription: await client.findSubscription(typeof id === 'string' ? id : undefined) }
}

/** Generates and prints a secret when none is given. */
export async function readForwarding(
  { options }: CommandCall,
  remote: RemoteFeed | undefined,
): Promise<Forwarding | undefined> {
  const target = options['forward-to']
  if (typeof target !== 'string') return undefined
  const format = remote?.subscription.format ?? 'default'
  const given = await readSecretOption(options, 'secret')
  const fault = given !== undefined && format === 'standard-webhooks' ? findSecretFault(given) : null
  if (fault) throw new UsageError(`the secret ${fault}`)
  const forwarding = {
    target: parseTarget(target),
    secret: given ?? createSecret(),
    format,
    serviceName: (await remote?.client.getServiceName()) ?? 'Launchscore',
  } satisfies { format: DeliveryFormat } & Forwarding
  if (given === undefined)
    process.stderr.write(`No secret was given. Deliveries are signed with ${forwarding.secret}\n`)
  return forwarding
}

const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`
