import type { Words } from './language.ts'
import { type LaunchWords, en } from './launch/en.ts'
import { es } from './launch/es.ts'
import { zh } from './launch/zh.ts'

export type { LaunchWords }

/** The words of the island `remind`. */
export type RemindWords = Pick<
  LaunchWords,
  'remindMe' | 'stopReminding' | 'reminding' | 'notReminding' | 'blocked' | 'noPushService' | 'cantRemind'
>

/** The words of a launch's page. */
export const launchWords: Words<LaunchWords> = { en, es, zh }
