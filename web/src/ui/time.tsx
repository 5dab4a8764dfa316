/** A time in UTC, the same for every reader. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{inWords.format(new Date(at))} UTC</time>

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
