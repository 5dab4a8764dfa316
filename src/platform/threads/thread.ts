import type { Worker } from 'node:worker_threads'

/** Answers requests in order, each with one message. */
export interface Thread<Request, Response> extends AsyncDisposable {
  /** Rejects when the thread ends, with the error that ended it. */
  ask: (request: Request) => Promise<Response>
}

/** The module must post one message for each that it gets. */
export function openThread<Request, Response>(worker: Worker): Thread<Request, Response> {
  const waiting: PromiseWithResolvers<Response>[] = []
  let ended: unknown
  const end = (reason: unknown) => {
    ended ??= reason
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', (response: Response) => waiting.shift()?.resolve(response))
  worker.on('messageerror', (error) => waiting.shift()?.reject(error))
  // Messages sent before the error may arrive after it, but before the exit.
  worker.on('error', (error) => (ended ??= error))
  worker.on('exit', () => end(new Error('The thread ended.')))
  return {
    ask: async (request) => {
      if (ended !== undefined) throw ended
      // Throws for a request that can't be copied, which gets no answer.
      worker.postMessage(request)
      const asked = Promise.withResolvers<Response>()
      waiting.push(asked)
      return asked.promise
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}
