import type { CallerKey } from '../keys/caller.ts'

export type Owner = Pick<CallerKey, 'rootId' | 'isTest'>
