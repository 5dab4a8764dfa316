import type { Place } from './places.ts'

/** What a benchmark is given. */
export interface Bench {
  place: Place
  /** Whatever the benchmark opens is closed with it. */
  opened: AsyncDisposableStack
  /** One for each launch that can be scored. */
  pictures: Buffer[]
}

export interface Benchmark {
  /** What `--only` takes. */
  name: string
  run: (bench: Bench) => Promise<Measure[]>
}

export interface Measure {
  what: string
  measured: string
  bound?: string
  /** Absent where there is no bound. */
  isMet?: boolean
}
