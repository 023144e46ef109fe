import type { Observable } from '@caseloom/contract/values/case-fields'
import { defang } from '@caseloom/contract/values/observable-value'

export type ObservableChange =
  | { do: 'added' | 'removed'; what: string }
  | { do: 'changed'; what: string; part: string; from: unknown; to: unknown }

const PARTS = ['tlp', 'ioc', 'sighted', 'note'] as const

/** In the order of the list, removed ones last. */
export function observableChanges(
  from: readonly Observable[],
  to: readonly Observable[],
): ObservableChange[] {
  const nameOf = ({ kind, value }: Observable) => defang(kind, value)
  const before = new Map(from.map((item) => [item.id, item]))
  const after = new Set(to.map(({ id }) => id))
  return [
    ...to.flatMap((item): ObservableChange[] => {
      const old = before.get(item.id)
      if (old === undefined) return [{ do: 'added', what: nameOf(item) }]
      return PARTS.filter((part) => (old[part] ?? null) !== (item[part] ?? null)).map((part) => ({
        do: 'changed',
        what: nameOf(item),
        part,
        from: old[part],
        to: item[part],
      }))
    }),
    ...from
      .filter(({ id }) => !after.has(id))
      .map((item): ObservableChange => ({ do: 'removed', what: nameOf(item) })),
  ]
}
