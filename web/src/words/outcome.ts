import type { Words } from './language.ts'
import { type OutcomeWords, en } from './outcome/en.ts'
import { es } from './outcome/es.ts'
import { zh } from './outcome/zh.ts'

/** The words of what became of a launch. */
export const outcomeWords: Words<OutcomeWords> = { en, es, zh }
