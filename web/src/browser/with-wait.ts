import { formatCount } from '../../../contract/text.ts'

/** A refusal's sentence with when to try again, where it doesn't say so itself. */
export function withWait(message: string, seconds: number): string {
  if (seconds <= 0 || saysWhen.test(message)) return message
  return `${message} Try again in ${inWords(seconds)}.`
}

const saysWhen = /try again (in|after|tomorrow)\b/i

function inWords(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : inMinutes(Math.ceil(seconds / 60))
  return formatCount(count, unit)
}

const inMinutes = (minutes: number): [number, string] =>
  minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
