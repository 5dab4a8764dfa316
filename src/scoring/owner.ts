import type { CallerKey } from '../keys/guard.ts'

/** The API key that asked for a score. */
export type Owner = Pick<CallerKey, 'rootId' | 'isTest'>
