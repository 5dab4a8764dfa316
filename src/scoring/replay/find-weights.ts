import { type PromptVersion, loadPrompt } from '../../judge/prompts.ts'

/** The weights of a prompt version, for what recomputes a stored score; null: this version of the service has no such prompt version. */
export const findWeights = (promptVersion: string): PromptVersion['weights'] | null =>
  loadPrompt(promptVersion)?.weights ?? null
