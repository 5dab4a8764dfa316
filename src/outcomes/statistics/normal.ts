/** The quantile of 97.5% of the normal distribution: intervals are of 95%. */
export const Z = 1.959963984540054

/** The two-sided p-value of a z of the normal distribution. */
export const toPValue = (z: number): number => erfc(Math.abs(z) / Math.SQRT2)

/** The p-value of a chi-square with 1 or 2 degrees of freedom. */
export const chiSquarePValue = (chiSquare: number, degrees: 1 | 2): number =>
  degrees === 1 ? erfc(Math.sqrt(chiSquare / 2)) : Math.exp(-chiSquare / 2)

/** The complementary error function for x ≥ 0, by its series or, for large x, its continued fraction (DLMF 7.6.2, 7.9.1). */
function erfc(x: number): number {
  const factor = Math.exp(-x * x) / Math.sqrt(Math.PI)
  if (x < 3) {
    let term = 2 * x
    let sum = term
    for (let n = 1; term > sum * 1e-17; n++) {
      term *= (2 * x * x) / (2 * n + 1)
      sum += term
    }
    return 1 - factor * sum
  }
  let fraction = x
  for (let n = 60; n >= 1; n--) fraction = x + n / 2 / fraction
  return factor / fraction
}
