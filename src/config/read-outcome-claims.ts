import type { EnvReader } from '../platform/env.ts'

export interface OutcomeClaimsConfig {
  /**
   * The claimed shares of good launches at 30 days per band, and the claimed maximum share of rugged green ones; null:
   * nothing is claimed.
   */
  outcomeClaims: { green: number; amber: number; red: number; rugged: number } | null
}

const pattern =
  /^green=(0(?:\.\d{1,4})?|1),amber=(0(?:\.\d{1,4})?|1),red=(0(?:\.\d{1,4})?|1),rugged=(0(?:\.\d{1,4})?|1)$/

/** The shares that the operator claims beforehand. The first ones that a deployment runs with are fixed for good. */
export function readOutcomeClaims(env: EnvReader): OutcomeClaimsConfig {
  const rule = 'must be four shares from 0 to 1, like green=0.35,amber=0.2,red=0.08,rugged=0.05'
  const value = env.checked('OUTCOME_CLAIMS', (text) => pattern.test(text), rule)
  const [, green, amber, red, rugged] = pattern.exec(value ?? '') ?? []
  if (!green || !amber || !red || !rugged) return { outcomeClaims: null }
  return {
    outcomeClaims: { green: Number(green), amber: Number(amber), red: Number(red), rugged: Number(rugged) },
  }
}
