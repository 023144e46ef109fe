import { ModelDraft, type ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import { type Faults, faultsOfIssues } from '../../../ui/draft/faults.ts'
import type { ModelBody } from './model.queries.ts'

/** The key is write-only: an empty one keeps the current key. */
export type Draft = Omit<ModelBody, 'revision' | 'apiKey'> & { apiKey: string; forgetKey: boolean }

export function draftOf(settings: ModelSettings): Draft {
  const { hasKey: _has, revision: _revision, used: _used, ...rest } = settings
  return { ...rest, apiKey: '', forgetKey: false }
}

export function bodyOf({ apiKey, forgetKey, ...rest }: Draft, revision: number): ModelBody {
  return { ...rest, revision, ...(apiKey !== '' ? { apiKey } : forgetKey ? { apiKey: null } : {}) }
}

export function faultsOf(draft: Draft): Faults {
  const parsed = ModelDraft.safeParse(bodyOf(draft, 0))
  return parsed.success ? {} : faultsOfIssues(parsed.error.issues)
}

/** An empty number field means no limit. */
export function numberOrNull(value: string | number): number | null {
  return value === '' ? null : Number(value)
}
