import type { Words } from './language.ts'
import { type TrackRecordWords, en } from './track-record/en.ts'
import { es } from './track-record/es.ts'
import { zh } from './track-record/zh.ts'

/** The words of the page that tells what became of scored launches. */
export const trackRecordWords: Words<TrackRecordWords> = { en, es, zh }
