import { type CleanText, dropInvisible } from './clean-1.0.0.ts'

export { type CleanText, dropInvisible, hasWords } from './clean-1.0.0.ts'

/** The version of the cleaning; changing it bumps the prompt version. */
export const cleanRules = 'clean-rules@1.1.0'

/** Makes a text as the judge reads it: normalised, nothing invisible, one kind of white space, nothing that imitates the frame. */
export function cleanText(raw: string): CleanText {
  const { text, removed } = dropInvisible(raw)
  const stripped = stripReserved(collapse(text))
  return { text: stripped.text, removed: { ...removed, reserved: stripped.count } }
}

/** Lines stay lines, everything else white becomes one space. A braille blank and control characters are white too. */
const collapse = (text: string): string =>
  text
    .replace(/[^\S\n]|[\p{Cc}\u2800]/gu, (white) => (white === '\n' ? white : ' '))
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()

const fields =
  'score|confidence|reason|criteria|observations|visible_text|instruction_attempt|instruction_quote|copycat_of|bot_bait|arguments|tool|name'

/** Each is replaced by a space. The rest may form another one, so they run until nothing changes. */
const reserved: RegExp[] = [
  // template tokens and tags
  /<\|[^<>|]{0,60}\|>/g,
  /<<\/?\s?sys\s?>>/gi,
  /\[\/?\s?(?:inst|sys|system|assistant|user|developer)\s?\]/gi,
  /<[/!?]?[a-z][^<>]{0,200}>/gi,
  /`{3,}\w*/g,
  // our tool, its fields and its frame
  /\{[^{}]*\}/g,
  new RegExp(`(["'\`])(?:${fields})\\1\\s?:\\s?(?:"[^"]{0,300}"?|'[^']{0,300}'?|[-\\w.]+)?,?`, 'gi'),
  /submit_score|instruction_(?:attempt|quote)|copycat_of|bot_bait|visible_text|ticker_fit|brand_coherence/gi,
  /(?:begin|end)\ssubmission(?:\s[0-9a-f]{8,})?/gi,
  // roles
  /(?<=^|\n|[.!?…"')\]]\s)#{0,6}\s?(?:system|assistant|developer|user|human|ai|judge|grader|tool|function)\s?:/gi,
  /#{2,6}\s?(?:system|assistant|developer|user|human|instructions?|response|input|prompt)\b:?/gi,
]

const field = new RegExp(`\\b(?:${fields})\\b["'\`]?\\s?:`, 'i')

/** An object without a field of ours stays. An empty one is left over from one of ours. */
const isForeign = (sequence: string): boolean =>
  sequence.startsWith('{') && !field.test(sequence) && !/^\{[\s,]*\}$/.test(sequence)

// Each pass reads the whole text. A text that needs more passes is built to need them.
const maxPasses = 10

function stripReserved(text: string): { text: string; count: number } {
  let count = 0
  let after = text
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = after
    for (const sequence of reserved)
      after = after.replace(sequence, (found) => {
        if (isForeign(found)) return found
        count += 1
        return ' '
      })
    after = collapse(after)
    if (after === before) return { text: after, count }
  }
  return { text: collapse(after.replace(/[<>{}[\]|`#:_"']/g, ' ')), count: count + 1 }
}
