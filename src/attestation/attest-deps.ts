import type { Deps } from '../deps.ts'
import type { Attester } from '../providers/attester.ts'

/** What the steps of attesting need; the attester is there. */
export type AttestDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'random' | 'metrics' | 'log'> & { attester: Attester }
