import type { JsonObject } from '@caseloom/contract/kernel/json'
import { addSent } from '@caseloom/server/domains/assistant/providers/sent.store'
import { newId } from '@caseloom/server/platform/uuid'
import type { Area } from './types.ts'

const DRAFT: JsonObject = {
  provider: 'openaiCompatible',
  // Loopback, which no operator of this world has listed.
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'tiny',
  temperature: null,
  maxOutputTokens: 500,
  timeoutSeconds: 30,
  limits: { questionsPerUserPerHour: 10, tokensPerDay: null, costPerMonth: 5 },
  prices: { currency: 'EUR', inputPerMillion: 1, outputPerMillion: 2 },
  sends: { recordValues: true, excludedApps: [], excludedFields: ['*.salary'] },
  logDays: 30,
  revision: 0,
}

/** Models of accounts that have none yet; the saved one is the built-in answerer, so that others ask no network. */
export const assistantModels: Area = {
  good: {
    saveModelSettings: () => ({ body: { ...DRAFT, provider: 'none', baseUrl: '', model: '' } }),
    tryModel: () => ({ body: DRAFT }),
  },
  otherStatus: { tryModel: [400], saveModelSettings: [200, 409] },
  async prepare({ web, resident }) {
    const { accountId, tenantId, userId = newId() } = resident.ids
    const sentId = newId()
    await web.product.platform.system.tx((tx) =>
      addSent(tx, {
        id: sentId,
        accountId,
        tenantId,
        user: { id: userId, name: 'Resident' },
        provider: 'ollama',
        model: 'tiny',
        host: '127.0.0.1:9',
        currency: 'EUR',
      }),
    )
    return { sentId }
  },
}
