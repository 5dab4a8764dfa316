import { Worker } from 'node:worker_threads'
import { type Thread, openThread } from '../../platform/threads/thread.ts'
import { type FoldRequest, createFolder } from './folder.ts'

/** Garbage is collected early: the launches themselves are not on the heap. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

const startThread = (): Thread<FoldRequest, string> =>
  openThread(new Worker(new URL('./fold-thread.ts', import.meta.url), { resourceLimits }))

/**
 * Opens a thread that makes figures of launches: requests are answered meanwhile, and its memory is given back at its end.
 * One page of launches is folded in this thread, in less time than another takes to start.
 */
export function openFolder(): Thread<FoldRequest, string> {
  const folder = createFolder()
  let first: FoldRequest | undefined
  let thread: Thread<FoldRequest, string> | undefined
  return {
    ask: async (request) => {
      if (first && !request.params && !thread) {
        thread = startThread()
        await thread.ask(first)
      }
      if (thread) return thread.ask(request)
      first ??= request
      return folder(request)
    },
    [Symbol.asyncDispose]: async () => thread?.[Symbol.asyncDispose](),
  }
}
