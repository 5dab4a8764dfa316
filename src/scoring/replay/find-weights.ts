import type { PromptVersions } from '../../judge/prompts.ts'

/** The weights of a prompt version, for what recomputes a stored score; null: this release has no such version. */
export function findWeights({ versions }: { versions: PromptVersions }, id: string): Record<string, number> | null {
  const found = versions.find(id)
  return found ? Object.fromEntries(found.signals.map(({ name, weight }) => [name, weight])) : null
}
