import { formatDateTime } from '../words/formats.ts'
import { useLanguage } from '../words/language.ts'

/** A day and time of day in the reader's language. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at, useLanguage())}</time>
