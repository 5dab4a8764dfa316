import type { ModelScript } from './model.ts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createSequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same judge in changing moods: each verdict's score is off by a normal error of this standard deviation. */
export function withNoise(
  judge: ModelScript['judge'],
  { deviation, seed }: { deviation: number; seed: number },
): ModelScript['judge'] {
  const next = createSequence(seed)
  return async (request) => {
    const error = deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    const verdict = (await judge(request)) as { score: number }
    return { ...verdict, score: Math.min(100, Math.max(0, Math.round(verdict.score + error))) }
  }
}
