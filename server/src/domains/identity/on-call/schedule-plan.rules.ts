import { ON_CALL_LIMITS, type OnCallLayer } from '@caseloom/contract/identity/on-call'
import type { Issue } from '@caseloom/contract/kernel/errors'

/** Faults of a plan that its shape doesn't show: keys that occur twice, and people who can't act in the tenant. */
export function planIssues(layers: readonly OnCallLayer[], active: ReadonlySet<string>): Issue[] {
  return layers.flatMap((layer, at) => {
    const place = ['body', 'layers', at]
    return [
      ...duplicates(layers, at).map((message) => issue([...place, 'key'], 'duplicate', message)),
      ...layer.shifts.flatMap((_shift, shiftAt) =>
        duplicates(layer.shifts, shiftAt).map((message) =>
          issue([...place, 'shifts', shiftAt, 'key'], 'duplicate', message),
        ),
      ),
      ...(layer.people.some((id) => !active.has(id))
        ? [issue([...place, 'people'], 'unknown_user', 'Someone here is no longer active in this tenant')]
        : []),
    ]
  })
}

/** A tenant’s schedules are bounded. */
export function limitIssue(count: number): Issue[] {
  const message = `A tenant can have at most ${ON_CALL_LIMITS.schedules} schedules`
  return count < ON_CALL_LIMITS.schedules ? [] : [issue(['body', 'key'], 'limit', message)]
}

function duplicates(named: readonly { key: string }[], at: number): string[] {
  const key = named[at]?.key
  return named.findIndex((one) => one.key === key) < at ? [`The key "${key}" occurs twice`] : []
}

function issue(path: (string | number)[], code: string, message: string): Issue {
  return { path, code, message }
}
