/** How many characters and sequences were taken out of a text before the judge reads it, by kind. */
export interface Removed {
  zeroWidth: number
  bidi: number
  tags: number
  privateUse: number
  /** What imitates the frame of the conversation: tags, roles, template tokens, our tool and its fields. */
  reserved: number
}

export interface CleanText {
  text: string
  removed: Removed
}

/** The version of what is taken out; changing it bumps the prompt version. */
export const cleanRules = 'clean-rules@1.0.0'

/** A text as the judge reads it: normalised, nothing invisible, one kind of white space, nothing that imitates the frame. */
export function cleanText(raw: string): CleanText {
  const { text, removed } = dropInvisible(raw)
  const stripped = stripReserved(collapse(text))
  return { text: stripped.text, removed: { ...removed, reserved: stripped.count } }
}

/** Whether a judge has anything to read: a letter, a digit or a picture sign. Signs alone fool graders. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)

/** Compatibility-normalised and free of everything that has no shape; signs that join an emoji together stay. */
export function dropInvisible(raw: string): { text: string; removed: Omit<Removed, 'reserved'> } {
  const removed = { zeroWidth: 0, bidi: 0, tags: 0, privateUse: 0 }
  const drop = (text: string) =>
    text.replace(invisible, (character) => {
      removed[kindOf(character)] += 1
      return ''
    })
  // Normalising can bring an invisible character forth, and can only be whole without the ones between letters.
  return { text: drop(drop(raw.toWellFormed()).normalize('NFKC')), removed }
}

const emojiJoiner = '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})'
const emojiSelector = '(?<=[\\p{Extended_Pictographic}0-9#*])\\uFE0F'
const invisible = new RegExp(
  `(?!${emojiJoiner}|${emojiSelector})[\\p{Default_Ignorable_Code_Point}\\p{Co}\\uFFF9-\\uFFFB]`,
  'gu',
)

function kindOf(character: string): keyof Omit<Removed, 'reserved'> {
  if (/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(character)) return 'bidi'
  if (/[\u{E0000}-\u{E007F}]/u.test(character)) return 'tags'
  return /\p{Co}/u.test(character) ? 'privateUse' : 'zeroWidth'
}

/** Lines stay lines, everything else white becomes one space. A braille blank and control characters are white too. */
const collapse = (text: string): string =>
  text
    .replace(/[^\S\n]|[\p{Cc}\u2800]/gu, (white) => (white === '\n' ? white : ' '))
    .replace(/ *\n[ \n]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()

const fields =
  'score|confidence|reason|criteria|observations|visible_text|instruction_attempt|instruction_quote|copycat_of|bot_bait|arguments|tool|name'

/** Each is replaced by a space. What is left may form another one, so they run until nothing changes. */
const reserved: RegExp[] = [
  // template tokens and tags
  /<\|[^<>|]{0,60}\|>/g,
  /<<\/?\s?sys\s?>>/gi,
  /\[\/?\s?(?:inst|sys|system|assistant|user|developer)\s?\]/gi,
  /<[/!?]?[a-z][^<>]{0,200}>/gi,
  /`{3,}\w*/g,
  // our tool, its fields and its frame
  new RegExp(`\\{[^{}]*["'\`]?\\b(?:${fields})\\b["'\`]?\\s*:[^{}]*\\}`, 'gi'),
  new RegExp(`(["'\`])(?:${fields})\\1\\s*:\\s*(?:"[^"]{0,300}"?|'[^']{0,300}'?|[-\\w.]+)?,?`, 'gi'),
  /\{[\s,]*\}/g,
  /submit_score|instruction_(?:attempt|quote)|copycat_of|bot_bait|visible_text|ticker_fit|brand_coherence/gi,
  /(?:begin|end)\s+submission(?:\s+[0-9a-f]{8,})?/gi,
  // roles
  /(?<=^|\n|[.!?…"')\]]\s)#{0,6}\s?(?:system|assistant|developer|user|human|ai|judge|grader|tool|function)\s?:/gi,
  /#{2,6}\s?(?:system|assistant|developer|user|human|instructions?|response|input|prompt)\b:?/gi,
]

function stripReserved(text: string): { text: string; count: number } {
  let count = 0
  let before = ''
  let after = text
  while (after !== before) {
    before = after
    for (const sequence of reserved)
      after = after.replace(sequence, () => {
        count += 1
        return ' '
      })
    after = collapse(after)
  }
  return { text: after, count }
}
