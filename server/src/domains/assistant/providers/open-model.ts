import type { LanguageModel } from 'ai'
import type { StoredModel } from './model.store.ts'

/** 35 MB that only processes which ask a model need. */
export async function sdk() {
  const loaded = await import('ai')
  // Its warnings go to the console otherwise.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return loaded
}

/** The model of these settings, spoken to by the given fetch alone. */
export async function openModel(
  settings: Pick<StoredModel, 'provider' | 'baseUrl' | 'model'>,
  apiKey: string | null,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { provider, model } = settings
  const baseURL = addressOf(settings)
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: provider,
    baseURL,
    fetch,
    includeUsage: true,
    ...(apiKey === null ? {} : { apiKey }),
  }).chatModel(model)
}

const ANTHROPIC = 'https://api.anthropic.com/v1'

/** Where the provider's interface begins. Ollama has its OpenAI-compatible one under /v1. */
export function addressOf({ provider, baseUrl }: Pick<StoredModel, 'provider' | 'baseUrl'>): string {
  const address = baseUrl.replace(/\/+$/, '')
  if (provider === 'anthropic') return address === '' ? ANTHROPIC : address
  return provider === 'ollama' && !address.endsWith('/v1') ? `${address}/v1` : address
}
