import type { FunctionComponent, VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { renderToString } from 'preact-render-to-string'
import { useLanguage } from '../words/language.ts'

/** More than pages have of one component; what comes after them is rendered each time. */
const mostKept = 500

/**
 * A small component that a page has many times, with few different properties, and that has no children. The server renders
 * it once for each language and then repeats its markup: a page has some 60 icons, whose attributes took a third of its time.
 */
export function keepMarkup<Props extends object>(Component: FunctionComponent<Props>): FunctionComponent<Props> {
  if (!import.meta.env.SSR) return Component
  const kept = new Map<string, string[]>()
  return function Kept(props: Props): VNode {
    const key = useLanguage() + JSON.stringify(props)
    const known = kept.get(key)
    if (known) return jsxTemplate(known)
    if (kept.size >= mostKept) return <Component {...props} />
    const markup = [renderToString(<Component {...props} />)]
    kept.set(key, markup)
    return jsxTemplate(markup)
  }
}
