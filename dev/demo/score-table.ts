import type { ScoreResult } from '../../contract/schemas/score.ts'
import { listSignals } from '../../contract/signals/looks.ts'
import { warningWords } from '../../contract/warning-words.ts'
import { releasedVersions } from '../../src/signals/judge/prompts.ts'
import { cell, paint, print, printText } from './layout.ts'
import type { Sample } from '../world/samples.ts'

const launchWidth = 25
const warningWidth = 29
const bandColours = { green: 'green', amber: 'yellow', red: 'red' } as const
const marks = { critical: '!!', caution: '!' } as const
const markColours = { critical: 'red', caution: 'yellow' } as const

export function printHead(): void {
  const signals = releasedVersions
    .newest()
    .signals.map(({ name }) => cell(name.slice(0, 4), -5))
    .join('')
  const columns = [cell('launch', launchWidth), cell('warnings, or a note', warningWidth), cell('total', -6)]
  print(paint('dim', `${columns.join('')}  ${cell('band', 5)}${signals}`))
}

/** One score in one line: what warns of it, then its numbers. */
export function printRow({ submission, notable }: Sample, score: ScoreResult): void {
  const { aggregate, band } = score
  const launch = cell(`${submission.name} $${submission.symbol}`, launchWidth)
  const total = paint(bandColours[band], `${cell(aggregate.toFixed(2), -6)}  ${cell(band, 5)}`)
  const signals = listSignals(score).map(({ reading }) => cell(reading.score, -5))
  print(`${launch}${formatWarnings(score) ?? paint('dim', cell(notable, warningWidth))}${total}${signals.join('')}`)
}

/** The label of the gravest warning and the number of the others. */
function formatWarnings({ warnings = [] }: ScoreResult): string | null {
  const [gravest, ...others] = warnings
  if (!gravest) return null
  const { code, severity } = gravest
  const more = others.length > 0 ? ` +${others.length}` : ''
  return paint(markColours[severity], cell(`${marks[severity]} ${warningWords[code].label}${more}`, warningWidth))
}

export function printWarnings({ warnings = [] }: ScoreResult): void {
  for (const { severity, message } of warnings) printText(message, cell(severity, 10))
}

/** How the signals make the total. */
export function printContributions({ explanation, aggregate }: ScoreResult): void {
  print(paint('dim', `${cell('signal', 10)}${cell('score', -6)}${cell('weight', -9)}${cell('adds', -9)}`))
  for (const { signal, score, effectiveWeight, contribution } of explanation.contributions) {
    const bar = '#'.repeat(Math.round(contribution))
    const numbers = `${cell(score, -6)}${cell(percent(effectiveWeight), -9)}${cell(contribution.toFixed(2), -9)}`
    print(`${cell(signal, 10)}${numbers}  ${bar}`.trimEnd())
  }
  print(`${cell('total', 25)}${cell(aggregate.toFixed(2), -9)}`)
}

const percent = (fraction: number) => `${Math.round(fraction * 1000) / 10} %`

/** The reason of each signal, with the credit that its data asks for. */
export function printReasons(score: ScoreResult): void {
  for (const { name, reading } of listSignals(score)) {
    const { reason, attribution } = reading
    printText([reason, attribution].filter(Boolean).join(' · '), cell(name, 10))
  }
}
