import { type ColorName, colors, shapes } from '../../../contract/design.ts'

export type Style = Record<string, string | number>

/** Text is a value and never becomes markup. */
export type CardNode =
  | { type: 'container'; style: Style; children: CardNode[] }
  | { type: 'text'; text: string; dir: 'ltr' | 'rtl'; style: Style }
  | { type: 'image'; src: Uint8Array | string; width: number; height: number; style: Style }

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

export const text = (text: string, style: Style): CardNode => ({
  type: 'text',
  text,
  dir: getDirection(text),
  style: { textAlign: 'left', ...style },
})

/** An ellipsis ends text that doesn't fit. */
export const line = (content: string, style: Style): CardNode =>
  text(content, { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', ...style })

export const lines = (
  content: string,
  count: number,
  style: Style & { fontSize: number; lineHeight: number },
): CardNode =>
  text(content, {
    ...style,
    maxHeight: style.fontSize * style.lineHeight * count,
    lineClamp: count,
    textOverflow: 'ellipsis',
    overflow: 'hidden',
    wordBreak: 'break-word',
  })

export const drawing = (path: string, { side, size, color }: { side: number; size: number; color: string }): CardNode =>
  svg(`<path fill="${color}" d="${path}"/>`, { side, size })

export const svg = (markup: string, { side, size }: { side: number; size: number }): CardNode =>
  image(markup, { width: size, height: size, box: `0 0 ${side} ${side}` })

interface ImageStyle {
  width: number
  height: number
  /** By default as large as the image. */
  box?: string
}

export const image = (markup: string, { width, height, box = `0 0 ${width} ${height}` }: ImageStyle): CardNode => ({
  type: 'image',
  src: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${markup}</svg>`,
  width,
  height,
  style: { width, height, flexShrink: 0 },
})

export const dark = (name: ColorName): string => colors[name].dark

export const shape = (of: keyof typeof shapes, size: number, color: string): CardNode =>
  drawing(shapes[of].path, { side: 10, size, color })

function getDirection(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? []
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'rtl'
    : 'ltr'
}
