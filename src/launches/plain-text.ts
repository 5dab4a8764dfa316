/**
 * Why a page's text is more than plain text, in words that follow the field's name; undefined when it is plain.
 * Whoever shows it escapes it all the same: this holds where somebody forgets to, decodes twice, or renders Markdown.
 */
export function plainTextFault(text: string): string | undefined {
  const seen = asCarelesslyRead(text)
  if (bidiControl.test(text)) return 'must not hold characters that change the direction of text'
  if (hidden.test(text.replace(regionalFlag, ''))) return 'must not hold hidden characters'
  if (tagStart.test(seen)) return 'must be plain text without tags: put a space after a < that begins none'
  if (characterReference.test(seen)) return 'must be plain text: no character references like &lt; or &#60;'
  if (markdownLink.test(text)) return 'must be plain text: no ]( as in links of Markdown'
  if (otherLink.test(seen)) return 'must not link to anything but https:// addresses'
  return undefined
}

/** With wide forms made narrow and invisible characters gone. */
const asCarelesslyRead = (text: string): string =>
  text.normalize('NFKC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')

/** The marks too, which elsewhere may stay (D7): a page is read by people who are about to act on it. */
const bidiControl = /\p{Bidi_Control}/u

/**
 * What only programs read: tag characters, which spell ASCII, noncharacters, annotations, and three characters in a row
 * that show nothing. Scripts and emoji need two at most.
 */
const hidden = /[\u{e0000}-\u{e007f}\ufff9-\ufffb]|\p{Noncharacter_Code_Point}|\p{Default_Ignorable_Code_Point}{3}/u

/** Of England, Scotland, Wales … spelled in tag characters behind a black flag. */
const regionalFlag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu

/** What HTML and XML take for a tag, a comment or an instruction, and chat programs for a mention; `<3`, `<$1M` and `a < b` are text. */
const tagStart = /<[\p{L}_:/!?@#]/u

/** HTML needs no semicolon after a number or `lt`. */
const characterReference = /&(?:#(?:\d\d|[xX][\da-fA-F])|[A-Za-z][A-Za-z\d]{1,31};|lt|LT)/

const markdownLink = /\]\(/

/** Chat and mail programs make links of these by themselves. */
const otherLink = /(?<!(?<![a-z])https):\/\/|(?<![a-z])(?:javascript|vbscript|data|mailto|tel|sms):(?=\S)/i
