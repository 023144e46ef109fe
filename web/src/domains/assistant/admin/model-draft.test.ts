import { ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import { describe, expect, it } from 'vitest'
import { faultAt } from '../../../ui/draft/faults.ts'
import { bodyOf, draftOf, faultsOf, numberOrNull } from './model-draft.ts'

const NOTHING = { questions: 0, tokensIn: 0, tokensOut: 0, cost: 0 }
const SAVED = ModelSettings.parse({
  provider: 'ollama',
  baseUrl: 'http://models.example.test:11434',
  model: 'tiny',
  temperature: null,
  maxOutputTokens: 500,
  timeoutSeconds: 30,
  limits: { questionsPerUserPerHour: null, tokensPerDay: null, costPerMonth: null },
  prices: { currency: 'EUR', inputPerMillion: 0, outputPerMillion: 0 },
  sends: { recordValues: true, excludedApps: [], excludedFields: [] },
  logDays: 30,
  hasKey: true,
  revision: 3,
  used: { today: NOTHING, month: NOTHING },
})

describe('model settings draft', () => {
  it('keeps, sets, or removes the key', () => {
    const draft = draftOf(SAVED)
    expect(bodyOf(draft, 3)).not.toHaveProperty('apiKey')
    expect(bodyOf({ ...draft, apiKey: 'k' }, 3)).toMatchObject({ apiKey: 'k', revision: 3 })
    expect(bodyOf({ ...draft, forgetKey: true }, 3)).toMatchObject({ apiKey: null })
  })

  it('reports errors by field path', () => {
    const draft = { ...draftOf(SAVED), sends: { ...SAVED.sends, excludedFields: ['salary'] }, logDays: 0 }
    const faults = faultsOf(draft)
    expect(faultAt(faults, 'sends.excludedFields')).toBe('Write app.field or *.field')
    expect(faultAt(faults, 'logDays')).toBeDefined()
    expect(faultAt(faults, 'model')).toBeUndefined()
    expect(faultsOf(draftOf(SAVED))).toEqual({})
  })

  it('reads an empty number as no limit', () => {
    expect([numberOrNull(''), numberOrNull(0), numberOrNull('12')]).toEqual([null, 0, 12])
  })
})
