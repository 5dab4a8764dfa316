import type { Fact } from '../../../contract/signals/schemas.ts'
import type { FactWords } from '../words/findings.ts'

/** A fact in the given words; one without words is shown by its code. */
export function writeFact({ code, values }: Fact, words: FactWords) {
  const write = Object.hasOwn(words, code) ? words[code] : undefined
  return write ? write(values) : <bdi lang="en">{code.replaceAll('_', ' ')}</bdi>
}
