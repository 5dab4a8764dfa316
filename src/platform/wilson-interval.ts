export type Interval = [low: number, high: number]

const z = 1.959963984540054

export function toWilsonInterval(successes: number, trials: number): Interval | null {
  if (trials === 0) return null
  const share = successes / trials
  const scale = 1 + z ** 2 / trials
  const centre = (share + z ** 2 / (2 * trials)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))) / scale
  // Rounding errors must not move an end that is 0 or 1.
  return [successes === 0 ? 0 : Math.max(0, centre - half), successes === trials ? 1 : Math.min(1, centre + half)]
}
