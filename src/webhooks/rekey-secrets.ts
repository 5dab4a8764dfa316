import type { Deps } from '../deps.ts'
import type { Command } from '../platform/command.ts'
import { CannotOpen, type SecretBox } from '../platform/secret-box.ts'
import { type SealedSecrets, findSealed, listSealed, replaceSealed } from './subscription-store.ts'

const atOnce = 500

/** `launchscore webhooks rekey`: seals every secret under the present ENCRYPTION_KEY, while the service runs. */
export const rekeySecretsCommand: Command<Pick<Deps, 'db' | 'secrets'>> = {
  usage: 'webhooks rekey',
  summary: 'seal all webhook secrets under the present ENCRYPTION_KEY',
  run: async ({ db, secrets }) => {
    if (!secrets) throw new Error('ENCRYPTION_KEY is not set.')
    const counts = await rekeySecrets(db, secrets)
    const { resealed, current, unreadable } = counts
    const lines = [`${resealed} sealed anew, ${current} were already`]
    if (unreadable > 0) lines.push(`${unreadable} could not be read: their key is not in ENCRYPTION_KEY_PREVIOUS`)
    return { lines, json: counts, ...(unreadable > 0 && { status: 1 }) }
  },
}

/** Row by row, each only where nobody has changed it meanwhile; that one is looked at once more. */
async function rekeySecrets(db: Deps['db'], box: SecretBox) {
  const counts = { resealed: 0, current: 0, unreadable: 0 }
  for (let rows = await listSealed(db, '', atOnce); rows.length > 0;) {
    for (const row of rows) counts[await rekeyOne(db, box, row)]++
    rows = await listSealed(db, rows.at(-1)?.id ?? '', atOnce)
  }
  return counts
}

async function rekeyOne(
  db: Deps['db'],
  box: SecretBox,
  row: SealedSecrets,
): Promise<'resealed' | 'current' | 'unreadable'> {
  const { id, secret, previousSecret } = row
  if ([secret, previousSecret ?? secret].every(box.isCurrent)) return 'current'
  const reseal = (sealed: string) => box.seal(box.open(sealed, id), id)
  try {
    const after = { id, secret: reseal(secret), previousSecret: previousSecret && reseal(previousSecret) }
    if (await replaceSealed(db, row, after)) return 'resealed'
    const changed = await findSealed(db, id)
    return changed ? await rekeyOne(db, box, changed) : 'current'
  } catch (error) {
    if (error instanceof CannotOpen) return 'unreadable'
    throw error
  }
}
