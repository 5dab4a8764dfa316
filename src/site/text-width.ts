/** In ems; approximate. */
export const measureWidth = (text: string): number =>
  splitGraphemes(text).reduce((sum, one) => sum + measureEms(one), 0)

/** Never cuts inside a character. */
export function cutTo(text: string, ems: number): string {
  if (measureWidth(text) <= ems) return text
  let room = ems - measureEms('…')
  const graphemes = splitGraphemes(text)
  const end = graphemes.findIndex((one) => (room -= measureEms(one)) < 0)
  return `${graphemes.slice(0, end).join('').trimEnd()}…`
}

/** At most three combining marks per character: more would be drawn over other lines. */
export const cutMarks = (text: string): string =>
  splitGraphemes(text.normalize('NFC'))
    .map((one) => one.replace(/(\p{M}{3})\p{M}+/gu, '$1'))
    .join('')

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const splitGraphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Uses the widths of Verdana, the widest font that a viewer may have. */
function measureEms(grapheme: string): number {
  const [ems] = widths.find(([, those]) => those.test(grapheme)) ?? [1.25]
  return ems
}

const widths: [ems: number, those: RegExp][] = [
  [0.3, /^[iljI|'’‘]$/],
  [0.4, /^[ .,:;!()[\]ftr·\-/\\`"]$/],
  [0.56, /^[cksvxyzJ?_]$/],
  [0.64, /^[abdeghnopquL\d$€£*]$/],
  [0.7, /^[A-FKPSTVXYZ]$/],
  [0.82, /^[G-INOQRU&@#…+=<>~^]$/],
  [1.05, /^[mwMW%]$/],
  [0, /^[\p{Cf}\p{M}]+$/u],
  [0.62, /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u],
  [0.72, /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u],
  [1.05, /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u],
]
