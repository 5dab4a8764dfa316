import type { FunctionComponent, VNode } from 'preact'
import { jsxTemplate } from 'preact/jsx-runtime'
import { renderToString } from 'preact-render-to-string'
import { useLanguage } from '../words/language.ts'

/** Pages have fewer variants of one component. Further ones are rendered each time. */
const maxKept = 500

/**
 * Makes the server render a component once for each language and set of properties, and then repeat its markup. Use it for
 * small components without children that pages contain many times: the 60 icons of a page took a third of its rendering time.
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
