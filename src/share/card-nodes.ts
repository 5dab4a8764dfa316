export type Style = Record<string, string | number>

/** A box or a text of a card. Text is a value of its own and never becomes markup. */
export type CardNode =
  | { type: 'container'; style: Style; children: CardNode[] }
  | { type: 'text'; text: string; dir: 'ltr' | 'rtl'; style: Style }

export const row = (style: Style, children: CardNode[]): CardNode => ({
  type: 'container',
  style: { display: 'flex', flexDirection: 'row', alignItems: 'center', ...style },
  children,
})

export const column = (style: Style, children: CardNode[]): CardNode => ({
  type: 'container',
  style: { display: 'flex', flexDirection: 'column', ...style },
  children,
})

export const box = (style: Style): CardNode => ({ type: 'container', style, children: [] })

/** Text in the direction of its first letter, aligned left. */
export const text = (text: string, style: Style): CardNode => ({
  type: 'text',
  text,
  dir: getDirection(text),
  style: { textAlign: 'left', ...style },
})

/** One line; an ellipsis ends text that doesn't fit. */
export const line = (content: string, style: Style): CardNode =>
  text(content, { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', ...style })

function getDirection(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'rtl'
    : 'ltr'
}
