/** How far a streaming replica is behind its primary. */
export interface ReplicaLag {
  /** The replica has everything that was committed so many milliseconds ago; Infinity: unknown. */
  ageMs: () => number
  /** The age when it was last measured; undefined: it has not been. */
  measuredAgeMs: () => number | undefined
  /** The replica failed: its age is unknown until it is measured again. */
  reset: () => void
}

interface LagOptions {
  /** The end of the primary's write-ahead log. */
  findWritten: () => Promise<bigint>
  /** How far the replica has replayed that log; null: the server is no replica. */
  findReplayed: () => Promise<bigint | null>
  elapsedMs: () => number
}

/** How old a measurement may be before the next one starts. */
const measureEveryMs = 200
/** Positions of the primary that the replica has not reached yet. */
const maxMarks = 16

/**
 * Compares positions in the write-ahead log, not clocks: what the primary had written at a time is on the replica once that
 * position is replayed. This also holds while nothing is written. Measures only while somebody asks for the age.
 */
export function createReplicaLag({ findWritten, findReplayed, elapsedMs }: LagOptions): ReplicaLag {
  let marks: { at: number; position: bigint }[] = []
  let currentAt = -Infinity
  let measuredAt = -Infinity
  let measuredAgeMs: number | undefined
  let isMeasuring = false

  const forget = () => {
    marks = []
    currentAt = -Infinity
  }
  const measure = async () => {
    const at = elapsedMs()
    const position = await findWritten()
    marks = [...marks, { at, position }].slice(-maxMarks)
    const replayed = await findReplayed()
    if (replayed === null) return forget()
    const reached = marks.filter((mark) => mark.position <= replayed)
    currentAt = Math.max(currentAt, ...reached.map((mark) => mark.at))
    marks = marks.filter((mark) => mark.position > replayed)
  }
  const start = () => {
    isMeasuring = true
    measuredAt = elapsedMs()
    void measure()
      .catch(forget)
      .finally(() => {
        isMeasuring = false
        measuredAgeMs = elapsedMs() - currentAt
      })
  }
  return {
    ageMs: () => {
      if (!isMeasuring && elapsedMs() - measuredAt >= measureEveryMs) start()
      return elapsedMs() - currentAt
    },
    measuredAgeMs: () => measuredAgeMs,
    reset: forget,
  }
}
