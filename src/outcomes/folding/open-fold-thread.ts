import { Worker } from 'node:worker_threads'
import { type Thread, openThread } from '../../platform/threads/thread.ts'
import type { FoldRequest } from './fold-thread.ts'

/** Garbage is collected early: the launches themselves lie outside of this memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

/** Opens a thread that makes figures of launches: requests are answered meanwhile, and its memory is given back at its end. */
export const openFoldThread = (): Thread<FoldRequest, string> =>
  openThread(new Worker(new URL('./fold-thread.ts', import.meta.url), { resourceLimits }))
