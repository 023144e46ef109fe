import { ModelDraft, type ModelSettings } from '@caseloom/contract/assistant-models'
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

/** Errors by field path, such as `limits.tokensPerDay`. */
export type Faults = Readonly<Record<string, string>>

export function faultsOf(draft: Draft): Faults {
  const parsed = ModelDraft.safeParse(bodyOf(draft, 0))
  return parsed.success ? {} : faultsOfIssues(parsed.error.issues)
}

export function faultsOfIssues(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Faults {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues)
    faults[(path[0] === 'body' ? path.slice(1) : path).map(String).join('.')] ??= message
  return faults
}

/** The error of a field or of its first invalid item. */
export function faultAt(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([key]) => key.startsWith(`${path}.`))?.[1]
}

/** An empty number field means no limit. */
export function numberOrNull(value: string | number): number | null {
  return value === '' ? null : Number(value)
}
