import type { CallerKey } from '../keys/caller.ts'

/** The API key that asked for a score. */
export type Owner = Pick<CallerKey, 'rootId' | 'isTest'>
