import type { Deps } from '../../deps.ts'
import type { CommandResult } from '../../platform/cli/command.ts'
import { CannotOpen, type SecretBox } from '../../platform/crypto/secret-box.ts'
import {
  type EncryptedSecrets,
  findEncryptedSecrets,
  listEncryptedSecrets,
  replaceEncryptedSecrets,
} from './secret-store.ts'

const batchSize = 500

/** `launchscore webhooks rekey`: encrypts every secret with the current ENCRYPTION_KEY, while the service runs. */
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
  const { id, secret, previousSecret } = row
  const reencrypt = (encrypted: string) =>
    box.isCurrent(encrypted) ? encrypted : box.seal(box.open(encrypted, id), id)
  try {
    const previous = previousSecret && orUnchanged(previousSecret, reencrypt)
    const after = { id, secret: reencrypt(secret), previousSecret: previous }
    if (after.secret === secret && after.previousSecret === previousSecret) return 'current'
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
