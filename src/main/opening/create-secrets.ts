import { resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { findEncryptionKey, keepEncryptionKey } from '../../platform/crypto/encryption-key.ts'
import { type SecretBox, createSecretBox } from '../../platform/crypto/secret-box.ts'

/**
 * With the embedded database, the key is created once in the data folder, and still decrypts when ENCRYPTION_KEY is set later.
 * Replicas on a server must share a key, so none is created there: null (D46).
 */
export function createSecrets(
  { dataDir, encryptionKeys: { current, previous } }: Pick<Config, 'dataDir' | 'encryptionKeys'>,
  { isFolderOurs }: { isFolderOurs: boolean },
): SecretBox | null {
  if (!isFolderOurs) return current && createSecretBox([current, ...previous])
  const folder = resolve(dataDir)
  if (!current) return createSecretBox([keepEncryptionKey(folder), ...previous])
  const made = findEncryptionKey(folder)
  return createSecretBox([current, ...previous, ...(made ? [made] : [])])
}
