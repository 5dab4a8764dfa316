import { cell, paint, print } from '../../dev/demo/layout.ts'
import type { Measure } from './benchmark.ts'
import type { Place } from './places.ts'

/** The head of the table of figures. */
export const printHead = (): void => print(paint('dim', row(['on', 'what', 'measured', 'bound', ''])))

/** One figure in one line. */
export function printMeasure({ name }: Place, { what, measured, bound = '', isMet }: Measure): void {
  print(row([name, what, measured, bound, formatVerdict(isMet)]))
}

function formatVerdict(isMet: boolean | undefined): string {
  if (isMet === undefined) return ''
  return isMet ? paint('green', 'ok') : paint('red', 'MISSED')
}

const row = ([on = '', what = '', measured = '', bound = '', verdict = '']: string[]): string =>
  `${cell(on, 12)}${cell(what, 56)}${cell(measured, 40)}${cell(bound, 12)}${verdict}`.trimEnd()
