export type Unit = 'd' | 'h' | 'm' | 's'

const lengths: [Unit, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
]

/**
 * The time that is left in at most three units, without leading zeros: `2 d 5 h 6 m`, `59 s`. The last second shows as one, so
 * that nothing is left when it is over.
 */
export function toCells(leftMs: number): { unit: Unit; count: number }[] {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const first = lengths.findIndex(([, length]) => seconds >= length)
  const shown = first === -1 ? lengths.slice(3) : lengths.slice(first, first + 3)
  let rest = seconds
  return shown.map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return { unit, count }
  })
}
