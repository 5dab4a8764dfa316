import type { ReturnedRule, Rule, ScopeRule, Selector, SelectorComponent as Component } from 'lightningcss'

/**
 * Replaces `@scope (.root) { … }` by ordinary rules, because Safari before 17.4 and Firefox before 146 don't know it. A
 * scoped selector matches the same elements with the same specificity: `:where` adds none. What it can't keep is that the
 * nearest scope wins over outer ones, so `main.css` lists outer components before those inside them.
 */
export const compileScopes = {
  Rule: {
    scope: ({ value: { scopeStart, rules } }: { value: ScopeRule }): ReturnedRule[] => {
      const [[root, ...rest] = [], ...others] = scopeStart ?? []
      if (root?.type !== 'class' || rest.length > 0 || others.length > 0)
        throw new Error('a scope must have one class as its root, so that it can be compiled')
      return rules.map((rule) => withoutNulls(compileRule(rule, root)) as ReturnedRule)
    },
  },
}

type Root = Extract<Component, { type: 'class' }>

function compileRule(rule: Rule, root: Root): Rule {
  if (rule.type === 'style')
    return {
      ...rule,
      value: { ...rule.value, selectors: rule.value.selectors.map((selector) => compileSelector(selector, root)) },
    }
  if (rule.type === 'media' || rule.type === 'container' || rule.type === 'supports')
    return {
      ...rule,
      value: { ...rule.value, rules: rule.value.rules.map((inner) => compileRule(inner, root)) },
    } as Rule
  throw new Error(`a scope must not have a rule of the type ${rule.type}`)
}

function compileSelector(selector: Selector, root: Root): Selector {
  const compiled = withRoot(selector, root)
  if (selector.some(isScope)) return compiled
  const pseudoElement = compiled.findIndex(({ type }) => type === 'pseudo-element')
  const end = pseudoElement === -1 ? compiled.length : pseudoElement
  return [...compiled.slice(0, end), within(root), ...compiled.slice(end)]
}

const isScope = (component: Component): boolean => component.type === 'pseudo-class' && component.kind === 'scope'

/** `.root` is as specific as `:scope`. */
const withRoot = (selector: Selector, root: Root): Selector =>
  selector.map((component) => {
    if (isScope(component)) return root
    if (component.type !== 'pseudo-class' || !('selectors' in component) || !component.selectors) return component
    return {
      ...component,
      selectors: component.selectors.map((inner) => withRoot(inner as Selector, root)),
    } as Component
  })

/** The root itself, and everything in it. */
const within = (root: Root): Component => ({
  type: 'pseudo-class',
  kind: 'where',
  selectors: [[root], [root, { type: 'combinator', value: 'descendant' }, { type: 'universal' }]],
})

/** The library can't take back the nulls that it gives. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}
