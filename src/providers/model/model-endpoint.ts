import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { traceHeaders } from '../../platform/tracing/trace.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { ImagePlaces } from './image-places.ts'
import { withUsage } from './with-usage.ts'

/** A hundred times the size of the maximum of tokens. */
const maxResponseBytes = 2_000_000

export interface Endpoint {
  provider: 'openai' | 'anthropic'
  /** The base URL with its `/v1`; null: the provider's own. */
  baseUrl: string | null
  name: string
  apiKey: string | null
  /** Replaces the network in tests. */
  fetch?: typeof fetch
}

/** The provider name under which the SDK takes options for a compatible endpoint. */
export const compatibleName = 'compatible'

/** The endpoint's model. It follows no redirect, because that would send the key and the image to the other host. */
export function createLanguageModel(
  { provider, baseUrl, name, apiKey, fetch = globalThis.fetch }: Endpoint,
  images: Pick<ImagePlaces, 'fill'>,
): LanguageModelV4 {
  const bounded = boundedFetch(fetch, maxResponseBytes)
  const settings = {
    // Always set: otherwise the SDK would read the environment.
    apiKey: apiKey ?? '',
    fetch: async (url: string | URL | Request, init: RequestInit = {}) => {
      const filled = typeof init.body === 'string' ? { ...init, body: images.fill(init.body) } : init
      const response = await bounded(url, { ...filled, headers: withTrace(init.headers), redirect: 'manual' })
      return provider === 'anthropic' ? withUsage(response) : response
    },
  }
  if (provider === 'anthropic')
    return createAnthropic({ ...settings, baseURL: baseUrl ?? 'https://api.anthropic.com/v1' })(name)
  if (baseUrl === null) return createOpenAI({ ...settings, baseURL: 'https://api.openai.com/v1' }).chat(name)
  return createOpenAICompatible({ ...settings, name: compatibleName, baseURL: baseUrl })(name)
}

function withTrace(given: RequestInit['headers']): Headers {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value)
  return headers
}
