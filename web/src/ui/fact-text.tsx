import type { Fact } from '../../../contract/signals/schemas.ts'
import { factWords } from '../words/facts.ts'
import { useWords } from '../words/language.ts'
import { useSignalWords } from '../words/signals.ts'
import { writeFact } from './write-fact.tsx'

/** A fact of a signal in the reader's language. The signal's own words come first. */
export const FactText = ({ signal, fact }: { signal: string; fact: Fact }) => {
  const { facts: own = {} } = useSignalWords(signal)
  const words = useWords(factWords)
  return <>{writeFact(fact, Object.hasOwn(own, fact.code) ? own : words)}</>
}
