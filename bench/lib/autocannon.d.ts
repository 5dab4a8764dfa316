/** The part of autocannon that the benchmarks use; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Client {
    setRequests: (requests: { path: string; headers: Record<string, string> }[]) => void
  }

  export interface Options {
    url: string
    connections: number
    /** Requests in all. */
    amount: number
    /** Milliseconds between two looks at whether all has been answered. */
    sampleInt: number
    setupClient: (client: Client) => void
  }

  export interface Result {
    '2xx': number
  }

  export default function autocannon(options: Options): EventEmitter & PromiseLike<Result>
}
