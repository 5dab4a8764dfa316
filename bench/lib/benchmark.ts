import type { Place } from './places.ts'

export interface Benchmark {
  /** The name that `--only` takes. */
  name: string
  run: (bench: Bench) => Promise<Measure[]>
}

/** The input of a benchmark. */
export interface Bench {
  place: Place
  /** Closes, last first, whatever the benchmark opens. */
  opened: AsyncDisposableStack
  /** One for each launch that can be scored. */
  images: Buffer[]
  /** How long a soak lasts. */
  minutes: number
}

export interface Measure {
  what: string
  measured: string
  /** Neither is there when nothing is promised. */
  bound?: string
  isMet?: boolean
}
