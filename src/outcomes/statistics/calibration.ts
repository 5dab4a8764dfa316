/** Launches of one band: the share of good ones claimed beforehand, and how many turned out good. */
interface ClaimedBand {
  claim: number
  known: number
  good: number
}

/** Brier's score of the claimed shares, with Murphy's decomposition. */
interface Calibration {
  brier: number
  /** Brier's score of the overall share as a forecast. */
  reference: number
  skill: number | null
  reliability: number
  resolution: number
}

/** How close the claimed shares came; null without a known launch. */
export function measureCalibration(bands: ClaimedBand[]): Calibration | null {
  const known = sum(bands.map((band) => band.known))
  if (known === 0) return null
  const base = sum(bands.map((band) => band.good)) / known
  const weigh = (term: (band: ClaimedBand) => number) =>
    sum(bands.filter((band) => band.known > 0).map((band) => band.known * term(band))) / known
  const brier = sum(bands.map(({ claim, known: n, good }) => good * (1 - claim) ** 2 + (n - good) * claim ** 2)) / known
  const reference = base * (1 - base)
  return {
    brier,
    reference,
    skill: reference === 0 ? null : 1 - brier / reference,
    reliability: weigh(({ claim, known: n, good }) => (claim - good / n) ** 2),
    resolution: weigh(({ known: n, good }) => (good / n - base) ** 2),
  }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
