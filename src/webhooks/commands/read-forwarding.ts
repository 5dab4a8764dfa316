import { randomBytes } from 'node:crypto'
import { findSecretFault } from '../../delivery/signing/sign-standard.ts'
import type { DeliveryFormat } from '../../../contract/schemas/delivery.ts'
import { UsageError } from '../../platform/cli/command.ts'
import type { WebhookSubscription } from '../../../contract/schemas/webhook.ts'
import { type FeedClient, createFeedClient, parseServiceUrl } from './feed-client.ts'
import { type Forwarding, parseTarget } from './forward-delivery.ts'
import { readSecretOption } from './read-secret-option.ts'

export interface FeedOptions {
  url?: string
  key?: string
  keyFile?: string
  subscription?: string
}

export interface SecretOptions {
  secret?: string
  secretFile?: string
}

/** The feed of a subscription on a deployment. */
export interface RemoteFeed {
  client: FeedClient
  subscription: WebhookSubscription
}

/** Finds the feed that `--url` and the key name; undefined without `--url`. */
export async function findRemoteFeed(options: FeedOptions, signal: AbortSignal): Promise<RemoteFeed | undefined> {
  if (options.url === undefined) return undefined
  const parsed = parseServiceUrl(options.url)
  const key = await readSecretOption('key', { given: options.key, file: options.keyFile })
  if (key === undefined) throw new UsageError('missing --key-file or --key: an API key of the service')
  const client = createFeedClient({ url: parsed, key, signal })
  return { client, subscription: await client.findSubscription(options.subscription) }
}

/** How to forward to a URL. Without a secret it makes one, and says so. */
export async function readForwarding(
  options: SecretOptions,
  target: string,
  remote: RemoteFeed | undefined,
): Promise<Forwarding> {
  const format = remote?.subscription.format ?? 'default'
  const given = await readSecretOption('secret', { given: options.secret, file: options.secretFile })
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
