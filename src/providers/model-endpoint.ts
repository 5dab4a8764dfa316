import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'

export interface Endpoint {
  provider: 'openai' | 'anthropic'
  /** With its `/v1`; null: the provider's own. */
  baseUrl: string | null
  name: string
  apiKey: string | null
  /** Stands in for the network. */
  fetch?: typeof fetch
}

/** The name under which options for a compatible endpoint are handed over. */
export const compatibleName = 'compatible'

/** The endpoint's model. It follows no redirect: the key and the picture would go along to the other host. */
export function openLanguageModel({
  provider,
  baseUrl,
  name,
  apiKey,
  fetch = globalThis.fetch,
}: Endpoint): LanguageModelV4 {
  const settings = {
    // Given in any case: left out, the SDK would read the environment.
    apiKey: apiKey ?? '',
    fetch: (url: string | URL | Request, init?: RequestInit) => fetch(url, { ...init, redirect: 'manual' }),
  }
  if (provider === 'anthropic')
    return createAnthropic({ ...settings, baseURL: baseUrl ?? 'https://api.anthropic.com/v1' })(name)
  if (baseUrl === null) return createOpenAI({ ...settings, baseURL: 'https://api.openai.com/v1' }).chat(name)
  return createOpenAICompatible({ ...settings, name: compatibleName, baseURL: baseUrl })(name)
}
