import { type KeyObject, createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'

/** Keeps small secrets encrypted (AES-256-GCM), each bound to what it belongs to. */
export interface SecretBox {
  /** Under the current key; only `open` with the same context reads it. */
  seal: (secret: string, context: string) => string
  /** Throws `CannotOpen`: sealed under a key that isn't at hand, for something else, or not as it was. */
  open: (sealed: string, context: string) => string
  /** Whether it was sealed under the current key. */
  isCurrent: (sealed: string) => boolean
}

export class CannotOpen extends Error {}

/** `[current, ...previous]`, each of 32 bytes. What it seals says by which key, and that is authenticated too. */
export function openSecretBox([current, ...previous]: [Buffer, ...Buffer[]]): SecretBox {
  const keys = new Map([...previous, current].map((key) => [keyIdOf(key), createSecretKey(key)]))
  const currentId = keyIdOf(current)
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(contextOf(currentId, context))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${currentId}.${bytes.toString('base64url')}`
    },
    open: (sealed, context) => {
      const [keyId = '', text = ''] = sealed.split('.')
      const key = keys.get(keyId)
      if (!key) throw new CannotOpen(`A secret was sealed under key ${keyId}, which is not configured.`)
      return decipher(key, Buffer.from(text, 'base64url'), contextOf(keyId, context))
    },
    isCurrent: (sealed) => sealed.startsWith(`${currentId}.`),
  }
}

/** Names a key without telling anything of it. */
export const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const contextOf = (keyId: string, context: string) => Buffer.from(`${keyId}.${context}`)

function decipher(key: KeyObject, bytes: Buffer, context: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(context).setAuthTag(bytes.subarray(-16))
    return decipher.update(bytes.subarray(12, -16)).toString('utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new CannotOpen('A sealed secret is damaged or belongs to something else.', { cause })
  }
}
