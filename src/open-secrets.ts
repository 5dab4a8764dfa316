import { resolve } from 'node:path'
import type { Config } from './config.ts'
import { findEncryptionKey, keepEncryptionKey } from './platform/encryption-key.ts'
import { type SecretBox, openSecretBox } from './platform/secret-box.ts'

/**
 * Embedded, the key is made once and kept in the data folder, and goes on reading when ENCRYPTION_KEY is set later. A
 * server's replicas must share theirs, so there none is made: null (D46).
 */
export function openSecrets(
  { dataDir, encryptionKeys: { current, previous } }: Pick<Config, 'dataDir' | 'encryptionKeys'>,
  { isFolderOurs }: { isFolderOurs: boolean },
): SecretBox | null {
  if (!isFolderOurs) return current && openSecretBox([current, ...previous])
  const folder = resolve(dataDir)
  if (!current) return openSecretBox([keepEncryptionKey(folder), ...previous])
  const made = findEncryptionKey(folder)
  return openSecretBox([current, ...previous, ...(made ? [made] : [])])
}
