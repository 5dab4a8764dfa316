import { readdirSync } from 'node:fs'

/** They bring their own database, or no server matters to them. */
const onEmbeddedAlone = [
  'band-flips',
  'bots',
  'client-readme',
  'client-verify',
  'demo',
  'deploy',
  'doctor',
  'embedded-db',
  'embedded-memory',
  'embedded-start',
  'entry-points',
  'generated-clients',
  'guide-commands',
  'mcp',
  'mcp-chain',
  'package',
  'package-types',
  'python-client',
  'real-clients',
  'rolling-restart',
  'verify-package',
  'verify-score',
]

/** They take minutes and don't depend on the kind of database. */
const onServerAlone = [
  'attestation-crash',
  'notification-crash',
  'outcome-commands',
  'outcome-history',
  'outcome-sealing',
  'replay-many',
]

/** The test files to run on a server, or on embedded databases. Most run on both. */
export function listFiles(database: 'server' | 'embedded'): string[] {
  const others = database === 'server' ? onEmbeddedAlone : onServerAlone
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts') && !others.includes(file.replace('.test.ts', '')))
    .map((file) => `test/e2e/${file}`)
}
