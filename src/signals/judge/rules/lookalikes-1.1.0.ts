import { foldLookalikes } from './lookalikes-1.0.0.ts'
import { smallCapitals } from '../../../../contract/signals/rules/small-capitals-1.2.0.ts'

/**
 * Folds a text like `foldLookalikes`, and small capitals and letters in filled boxes too. Only for comparisons that are made
 * anew each time: identities and keys are stored in the older fold.
 */
export const foldShapes = (text: string): string => foldLookalikes(text.replace(drawnLetters, toLetter))

const drawnLetters = new RegExp(
  `[${[...smallCapitals.keys()].join('')}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}]`,
  'gu',
)

/** Unicode has two alphabets of white letters on a black ground, 32 code points apart: in circles and in boxes. */
const firstFilled = 0x1f150

const toLetter = (drawn: string): string =>
  smallCapitals.get(drawn) ?? String.fromCodePoint(65 + (((drawn.codePointAt(0) ?? firstFilled) - firstFilled) % 32))
