import type { Fact } from '../api-shapes.ts'
import { factWords } from '../words/facts.ts'
import { useWords } from '../words/language.ts'
import { writeFact } from './write-fact.tsx'

/** A fact in the reader's language. */
export const FactText = ({ fact }: { fact: Fact }) => <>{writeFact(fact, useWords(factWords))}</>
