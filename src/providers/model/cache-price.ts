interface CacheRate {
  model: RegExp
  /** As fractions of the price of an input token. */
  read: number
  written: number
}

const rates: CacheRate[] = [
  { model: /^claude-/, read: 0.1, written: 1.25 },
  { model: /^gpt-4o(-|$)/, read: 0.5, written: 1 },
  { model: /^gpt-4\.1(-|$)/, read: 0.25, written: 1 },
  { model: /^gpt-5(\.1)?(-mini|-nano)?(-\d|$)/, read: 0.1, written: 1 },
]

/** 0 without known rates, so that costs are never understated. */
export function countSaved(name: string, { read, written }: { read: number; written: number }): number {
  const rate = rates.find(({ model }) => model.test(name)) ?? { read: 1, written: 1 }
  return Math.round(read * (1 - rate.read) - written * (rate.written - 1))
}
