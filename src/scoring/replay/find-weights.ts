import type { PromptVersions } from '../../judge/prompts.ts'

export function findWeights({ versions }: { versions: PromptVersions }, id: string): Record<string, number> | null {
  const found = versions.find(id)
  return found ? Object.fromEntries(found.signals.map(({ name, weight }) => [name, weight])) : null
}
