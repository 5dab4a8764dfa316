import type { Fact } from '../api-shapes.ts'
import { factWords } from '../words/facts.ts'
import { useWords } from '../words/language.ts'

/** A fact in the reader's language; one without words by its code. */
export function FactText({ fact: { code, values } }: { fact: Fact }) {
  const words = useWords(factWords)
  const write = Object.hasOwn(words, code) ? words[code] : undefined
  return write ? <>{write(values)}</> : <bdi lang="en">{code.replaceAll('_', ' ')}</bdi>
}
