/** How wide a line of text is in ems, about: for deciding what fits, where nothing can be laid out. */
export const widthOf = (text: string): number => graphemesOf(text).reduce((sum, one) => sum + emsOf(one), 0)

/** As much of a line as fits into `ems`, with an ellipsis where something is cut off; no character is cut in two. */
export function cutTo(text: string, ems: number): string {
  if (widthOf(text) <= ems) return text
  let room = ems - emsOf('…')
  const graphemes = graphemesOf(text)
  const end = graphemes.findIndex((one) => (room -= emsOf(one)) < 0)
  return `${graphemes.slice(0, end).join('').trimEnd()}…`
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** By the widths of Verdana, the widest of the faces that a viewer may have; what is none of them takes more than an em. */
function emsOf(grapheme: string): number {
  const [ems] = widths.find(([, those]) => those.test(grapheme)) ?? [1.25]
  return ems
}

const widths: [ems: number, those: RegExp][] = [
  [0.3, /^[iljI|'’‘]$/],
  [0.4, /^[ .,:;!()[\]ftr·\-/\\`"]$/],
  [0.56, /^[cksvxyzJ?_]$/],
  [0.64, /^[abdeghnopquL\d$€£+=<>~^*]$/],
  [0.7, /^[A-FKPSTVXYZ]$/],
  [0.82, /^[G-INOQRU&@#…]$/],
  [1.05, /^[mwMW%]$/],
  [0, /^[\p{Cf}\p{M}]+$/u],
  [0.62, /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u],
  [0.72, /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u],
  [1.05, /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u],
]
