import { type KeyObject, createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'

export interface SecretBox {
  /** Only `open` with the same context can decrypt it. */
  seal: (secret: string, context: string) => string
  /** Throws `CannotOpen` when the key is not configured, the context differs, or the text was changed. */
  open: (sealed: string, context: string) => string
  isCurrent: (sealed: string) => boolean
  hasKey: (keyId: string) => boolean
}

export class CannotOpen extends Error {}

/** Sealed text names its key, and the name is authenticated too. */
export function createSecretBox([current, ...previous]: [Buffer, ...Buffer[]]): SecretBox {
  const keys = new Map([...previous, current].map((key) => [toKeyId(key), createSecretKey(key)]))
  const currentId = toKeyId(current)
  return {
    seal: (secret, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(toContext(currentId, context))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${currentId}.${bytes.toString('base64url')}`
    },
    open: (sealed, context) => {
      const [keyId = '', text = ''] = sealed.split('.')
      const key = keys.get(keyId)
      if (!key) throw new CannotOpen(`A secret was sealed under key ${keyId}, which is not configured.`)
      return decipher(key, Buffer.from(text, 'base64url'), toContext(keyId, context))
    },
    isCurrent: (sealed) => sealed.startsWith(`${currentId}.`),
    hasKey: (keyId) => keys.has(keyId),
  }
}

/** A key's id, which reveals nothing of the key. */
export const toKeyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const toContext = (keyId: string, context: string) => Buffer.from(`${keyId}.${context}`)

function decipher(key: KeyObject, bytes: Buffer, context: Buffer): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(context).setAuthTag(bytes.subarray(-16))
    return decipher.update(bytes.subarray(12, -16)).toString('utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new CannotOpen('A sealed secret is damaged or belongs to something else.', { cause })
  }
}
