import { unmarkData } from '../../src/signals/judge/rules/spotlight-1.0.0.ts'

export interface ReadSubmission {
  name: string
  ticker: string
  pitch: string
}

/** The fields between the two lines that bear the random mark, as they were before they were marked as data. */
export function readSubmission(text: string): ReadSubmission {
  const [, , data = ''] = /^BEGIN SUBMISSION (\w+)$\n([^]*)\n^END SUBMISSION \1$/m.exec(text) ?? []
  const [, marker = ''] = /written as (\S)/.exec(text) ?? []
  const field = (name: string) => unmarkData(new RegExp(`^${name}: (.*)$`, 'm').exec(data)?.[1] ?? '', marker)
  return { name: field('name'), ticker: field('ticker'), pitch: field('pitch') }
}
