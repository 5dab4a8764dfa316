import { ref } from '../../contract/schema.ts'
import { NewSecret, RotatedSecret } from '../../contract/schemas/webhook.ts'
import { dayMs } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import type { CommandResult } from '../platform/cli/command.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'
import { decrypts, encryptSecret } from './signing.ts'
import { toContext } from './static-headers.ts'
import {
  announceSubscription,
  type EncryptedSecrets,
  findEncryptedSecrets,
  findRotation,
  listEncryptedSecrets,
  listRecentKeyIds,
  type Owned,
  replaceEncryptedSecrets,
  updateSecret,
} from './subscription-store.ts'
import { lockSubscriptionOrThrow, readOwned, SubscriptionId } from './subscriptions.ts'

const overlapMs = dayMs

/** For 24 hours the previous secret is tried second (D65). Repeating the request changes nothing. */
export function rotateSecretRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(NewSecret),
    response: {
      200: response(RotatedSecret, 'The new secret signs from now on'),
      ...errorResponses(400, 401, 404, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks/:id/rotate-secret', { schema, config: { verbatim: ['secret'] } }, async (request, reply) =>
    reply.send(await rotateSecret(deps, readOwned(request), request.body.secret)),
  )
}

async function rotateSecret(deps: Deps, owned: Owned, secret: string) {
  const now = deps.clock.now()
  const previousUntil = await deps.db.transaction().execute(async (tx) => {
    const { format } = await lockSubscriptionOrThrow(tx, owned)
    const encrypted = encryptSecret(deps, { subscriptionId: owned.id, secret, format })
    const before = await findRotation(tx, owned.id)
    // A repeated request must not replace the secret that the receiver may still have.
    const isRepeated = decrypts(deps, { subscriptionId: owned.id, encrypted: before.secret, to: secret })
    if (isRepeated && before.previousUntil && before.previousUntil > now) return before.previousUntil
    const until = new Date(now.getTime() + overlapMs)
    await updateSecret(tx, { ...owned, secret: encrypted, previousUntil: until })
    await announceSubscription(tx, owned.id)
    return until
  })
  return { id: owned.id, previousUntil: previousUntil.toISOString() }
}

const batchSize = 500

/** `launchscore webhooks rekey`: encrypts every secret and its headers with the current ENCRYPTION_KEY, while the service runs. */
export async function rekeySecretsCommand({ db, secrets }: Deps): Promise<CommandResult> {
  if (!secrets) throw new Error('ENCRYPTION_KEY is not set.')
  const counts = await rekeySecrets(db, secrets)
  const { resealed, current, unreadable } = counts
  const lines = [`${resealed} re-encrypted, ${current} already current`]
  const failure = `${unreadable} could not be decrypted: their key is not in ENCRYPTION_KEY_PREVIOUS`
  return { lines, json: counts, ...(unreadable > 0 && { failure }) }
}

/** Replaces a row only if it is unchanged since it was read. */
async function rekeySecrets(db: Deps['db'], box: SecretBox) {
  const counts = { resealed: 0, current: 0, unreadable: 0 }
  for (let rows = await listEncryptedSecrets(db, '', batchSize); rows.length > 0;) {
    for (const row of rows) counts[await rekeyOne(db, box, row)]++
    rows = await listEncryptedSecrets(db, rows.at(-1)?.id ?? '', batchSize)
  }
  return counts
}

async function rekeyOne(
  db: Deps['db'],
  box: SecretBox,
  row: EncryptedSecrets,
): Promise<'resealed' | 'current' | 'unreadable'> {
  const { id, secret, previousSecret, headers } = row
  const reencrypt = (encrypted: string, context = id) =>
    box.isCurrent(encrypted) ? encrypted : box.seal(box.open(encrypted, context), context)
  try {
    const after = {
      id,
      secret: reencrypt(secret),
      previousSecret: previousSecret && orUnchanged(previousSecret, reencrypt),
      headers: headers && reencrypt(headers, toContext(id)),
    }
    if (after.secret === secret && after.previousSecret === previousSecret && after.headers === headers)
      return 'current'
    if (await replaceEncryptedSecrets(db, row, after)) return 'resealed'
    const changed = await findEncryptedSecrets(db, id)
    return changed ? await rekeyOne(db, box, changed) : 'current'
  } catch (error) {
    if (error instanceof CannotOpen) return 'unreadable'
    throw error
  }
}

/** A secret whose key is lost stays: it was rotated, and deliveries are signed without it. */
function orUnchanged(encrypted: string, reencrypt: (encrypted: string) => string): string {
  try {
    return reencrypt(encrypted)
  } catch (error) {
    if (error instanceof CannotOpen) return encrypted
    throw error
  }
}

/** A start must not read a large table completely. */
const maxSubscriptions = 10_000

/** Logs the ids of missing encryption keys: deliveries whose secrets need them can't be signed. */
export async function warnOfMissingKeys(deps: Deps): Promise<void> {
  const { secrets, log } = deps
  if (!secrets) return // webhooks are disabled, which has its own warning
  const keyIds = await listRecentKeyIds(deps.db, deps.clock.now(), maxSubscriptions)
  const missing = keyIds.filter((id) => !secrets.hasKey(id))
  if (missing.length > 0)
    log.warn(
      { keyIds: missing },
      'secrets of webhook subscriptions were encrypted under a key that is not configured, so their deliveries wait: ' +
        'set ENCRYPTION_KEY or ENCRYPTION_KEY_PREVIOUS to that key',
    )
}
