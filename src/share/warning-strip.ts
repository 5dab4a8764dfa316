import type { ScoreResult } from '../scoring/schemas.ts'
import { leadWarning, recordWarning, listWarningCodes, warningLabel } from '../scoring/warning-words.ts'
import { type CardNode, column, line, row } from './card-nodes.ts'

const danger = '#9b1c14'
const white = '#ffffff'

export const isWarned = (score: ScoreResult): boolean => leadWarning(listWarningCodes(score)) !== undefined

/** A critical warning across the top of a card, larger than the band's name; null without one. */
export function warningStrip(score: ScoreResult): CardNode | null {
  const [label, message] = [warningLabel(listWarningCodes(score)), recordWarning(score)]
  if (label === undefined || message === undefined) return null
  const text = message.slice(message.indexOf(': ') + 2)
  return row({ width: '100%', height: 132, flexShrink: 0, padding: '0px 64px', gap: 28, backgroundColor: danger }, [
    sign,
    column({ flexGrow: 1, width: 0 }, [
      line(label, { fontSize: 54, lineHeight: 1.1, fontWeight: 700, color: white, width: '100%' }),
      line(text.charAt(0).toUpperCase() + text.slice(1), {
        fontSize: 28,
        color: '#ffe4e0',
        width: '100%',
        marginTop: 4,
      }),
    ]),
  ])
}

/** A triangle with an exclamation mark, made of shapes because the cards' fonts have no warning sign. */
const sign: CardNode = row(
  {
    width: 84,
    height: 76,
    flexShrink: 0,
    justifyContent: 'center',
    alignItems: 'flex-end',
    backgroundColor: white,
    clipPath: 'polygon(50% 0%, 100% 100%, 0% 100%)',
  },
  [line('!', { fontSize: 60, lineHeight: 1, fontWeight: 700, color: danger })],
)
