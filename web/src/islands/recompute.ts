import type { Band } from '../../../contract/schemas/score.ts'
import { aggregateX100 } from '../../../contract/aggregate.ts'
import { toBand } from '../../../contract/bands.ts'
import { pickWords } from '../words/language.ts'
import { proofWords } from '../words/proof.ts'

interface Sum {
  parts: { score: number; weight: number; stub: boolean }[]
  aggregate: number
  band: Band
}

/** Computes the total again in the browser and says whether it matches the shown one. */
export function mount(element: HTMLElement, { parts, aggregate, band }: Sum): void {
  const t = pickWords(proofWords)
  const x100 = aggregateX100(parts)
  const isSame = x100 === Math.round(aggregate * 100) && toBand(x100) === band
  element.classList.toggle('differs', !isSame)
  element.textContent = `· ${isSame ? t.readded : t.differs((x100 / 100).toFixed(2))}`
}
