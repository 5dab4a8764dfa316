import type { Words } from './language.ts'
import { type ScoreWords, en } from './score/en.ts'
import { es } from './score/es.ts'
import { zh } from './score/zh.ts'

export type { ScoreWords }

/** The words of a score's page. */
export const scoreWords: Words<ScoreWords> = { en, es, zh }
