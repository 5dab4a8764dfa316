import type { Place } from './places.ts'

export interface Benchmark {
  /** What `--only` takes. */
  name: string
  run: (bench: Bench) => Promise<Measure[]>
}

/** What a benchmark is given. */
export interface Bench {
  place: Place
  /** Closes, last first, whatever the benchmark opens. */
  opened: AsyncDisposableStack
  /** One for each launch that can be scored. */
  pictures: Buffer[]
}

export interface Measure {
  what: string
  measured: string
  /** Neither is there when nothing is promised. */
  bound?: string
  isMet?: boolean
}
