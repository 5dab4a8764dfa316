import { readdirSync } from 'node:fs'

/** They bring their own database, or no server matters to them. */
const onEmbeddedAlone = [
  'band-flips',
  'bots',
  'cli',
  'client-readme',
  'client-verify',
  'demo',
  'deploy',
  'dev',
  'doctor',
  'embedded-db',
  'embedded-memory',
  'embedded-start',
  'entry-points',
  'first-process',
  'generated-clients',
  'guide-commands',
  'mcp',
  'mcp-chain',
  'package',
  'package-types',
  'python-client',
  'real-clients',
  'rolling-restart',
  'stopped-commands',
  'verify-package',
  'verify-score',
  'webhook-commands',
]

/** They don't depend on the kind of database, or use both on a server. */
const onServerAlone = [
  'attestation-crash',
  'attestation-faults',
  'incidents',
  'keys-processes',
  'notification-crash',
  'outcome-commands',
  'outcome-history',
  'outcome-sealing',
  'remote-signer',
  'replay-many',
  'traces',
  'transfer',
]

/** The test files to run on a server, or on embedded databases. Most run on both. */
export function listFiles(database: 'server' | 'embedded'): string[] {
  const others = database === 'server' ? onEmbeddedAlone : onServerAlone
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts') && !others.includes(file.replace('.test.ts', '')))
    .map((file) => `test/e2e/${file}`)
}
