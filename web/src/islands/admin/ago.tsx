import { formatAge, formatDateTime } from '../../words/formats.ts'

/** `2 hours ago`, with the time in UTC in its title. */
export const Ago = ({ at, now }: { at: string; now: string }) => (
  <time dateTime={at} title={formatDateTime(at, 'en')}>
    {formatAge(at, now, 'en')}
  </time>
)
