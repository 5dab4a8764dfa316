/** Throws for an unknown id: the prompt version's `rules.json` is wrong. */
export function findRuleSet<T>(sets: Record<string, T>, id: string): T {
  const found = Object.hasOwn(sets, id) ? sets[id] : undefined
  if (found === undefined) throw new Error(`Unknown rule set ${id}`)
  return found
}
