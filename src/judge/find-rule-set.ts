/** Finds a rule set by its id. Throws for an unknown id, which means that a prompt version's `rules.json` is wrong. */
export function findRuleSet<T>(sets: Record<string, T>, id: string): T {
  const found = Object.hasOwn(sets, id) ? sets[id] : undefined
  if (found === undefined) throw new Error(`Unknown rule set ${id}`)
  return found
}
