import type { FunctionComponent, VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { renderToString } from 'preact-render-to-string'
import { useLanguage } from '../words/language.ts'

/** Drawn with strokes, in a box of 16 by 16. */
const drawings = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.8 10.8 14.5 14.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  filter: 'M2 4h12M4.5 8h7M6.8 12h2.4',
  copy: 'M5.5 7A1.5 1.5 0 0 1 7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12zM10.5 3.4A1.4 1.4 0 0 0 9.1 2H3.4A1.4 1.4 0 0 0 2 3.4v5.7a1.4 1.4 0 0 0 1.4 1.4',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7 9',
  link: 'M6.5 9.5l3-3M7 4.5l1.3-1.3a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5l-1.3 1.3a2.8 2.8 0 0 1-4-4L5 7.5',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  lock: 'M5 7h6a1.5 1.5 0 0 1 1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 12V8.5A1.5 1.5 0 0 1 5 7zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  exclamation: 'M8 3v6M8 12.2v.3',
  chevron: 'M4 6l4 4 4-4',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  plus: 'M8 3v10M3 8h10',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3.2l2 1.3',
  bell: 'M3.5 11.5h9c-1-1-1.3-2-1.3-4.2a3.2 3.2 0 0 0-6.4 0c0 2.2-.3 3.2-1.3 4.2zM6.7 13.8h2.6',
  calendar: 'M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 6.8h11M5.3 2v2.5M10.7 2v2.5',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11',
  picture:
    'M2.5 4a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 11l3-3 2.5 2.5 2-2 3.5 3M10.5 6v.1',
  edit: 'M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.6 4.2l2.2 2.2',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.7h-2.7',
  wallet:
    'M2.5 5a1.5 1.5 0 0 1 1.5-1.5h8v2M2.5 5v6.5A1.5 1.5 0 0 0 4 13h8.5a1 1 0 0 0 1-1V6.5a1 1 0 0 0-1-1H4A1.5 1.5 0 0 1 2.5 5zM10.8 9.2v.1',
  person: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM3 13.5c.5-2.5 2.4-3.7 5-3.7s4.5 1.2 5 3.7',
  globe: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14c-2-2-2.5-4-2.5-6S6 4 8 2z',
  sun: 'M8 10.8A2.8 2.8 0 1 0 8 5.2a2.8 2.8 0 0 0 0 5.6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.7A5.5 5.5 0 0 1 6.3 3 5.5 5.5 0 1 0 13 9.7z',
  screen: 'M2.5 3.5h11v7.5h-11zM5.5 13.5h5',
  sparkle: 'M8 2l1.5 4.5L14 8 9.5 9.5 8 14 6.5 9.5 2 8l4.5-1.5z',
  letters: 'M2 12l3-8h.5l3 8M3 9.5h4.5M10 10.5a1.7 1.7 0 1 0 3.5 0 1.7 1.7 0 1 0-3.5 0zM13.5 8.5V12',
  at: 'M8 10.5A2.5 2.5 0 1 0 8 5.5a2.5 2.5 0 0 0 0 5zM10.5 5.5v3.7c0 1 .6 1.5 1.4 1.5 1.2 0 1.6-1.3 1.6-2.7A5.5 5.5 0 1 0 11 12.6',
  flag: 'M3.5 14V2.5M3.5 3h8.5l-1.7 2.8L12 8.6H3.5',
  shield: 'M8 1.8 13 3.6v4c0 3.2-2 5.5-5 6.6-3-1.1-5-3.4-5-6.6v-4z',
  share: 'M8 9.5v-7M5 5l3-3 3 3M3.5 8v5.5h9V8',
  bars: 'M3 13.5V9.5M8 13.5v-8M13 13.5v-11',
} as const

export type IconName = keyof typeof drawings

export const isIconName = (name: string | null): name is IconName => name !== null && Object.hasOwn(drawings, name)

interface IconProps {
  name: IconName
  size?: number
  class?: string
}

/** A decorative icon in the colour of the text. Its meaning must be in words beside it or in an aria-label. */
export const Icon = keepMarkup(({ name, size = 16, class: className }: IconProps) => (
  <svg
    class={className}
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={drawings[name]} />
  </svg>
))

/** Pages have fewer variants of one component. Further ones are rendered each time. */
const maxKept = 500

/**
 * On the server, renders a component once for each language and set of properties, and reuses its markup. For small
 * components without children that pages contain many times: the 60 icons of a page took a third of its rendering time.
 */
export function keepMarkup<Props extends object>(Component: FunctionComponent<Props>): FunctionComponent<Props> {
  if (!import.meta.env.SSR) return Component
  const kept = new Map<string, string[]>()
  return function Kept(props: Props): VNode {
    const key = useLanguage() + JSON.stringify(props)
    const known = kept.get(key)
    if (known) return jsxTemplate(known)
    if (kept.size >= maxKept) return <Component {...props} />
    const markup = [renderToString(<Component {...props} />)]
    kept.set(key, markup)
    return jsxTemplate(markup)
  }
}
