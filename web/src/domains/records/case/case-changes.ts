import type { Observable, Task } from '@caseloom/contract/values/case-fields'
import { defang } from '@caseloom/contract/values/observable-value'

export type ItemChange =
  | { do: 'added' | 'removed'; what: string }
  | { do: 'changed'; what: string; part: string; from: unknown; to: unknown }

const TASK_PARTS = ['title', 'state', 'assignee', 'due', 'required', 'note'] as const
const OBSERVABLE_PARTS = ['tlp', 'ioc', 'sighted', 'note'] as const

export function taskChanges(from: readonly Task[], to: readonly Task[]): ItemChange[] {
  return itemChanges(from, to, { nameOf: (task) => task.title, parts: TASK_PARTS })
}

export function observableChanges(from: readonly Observable[], to: readonly Observable[]): ItemChange[] {
  return itemChanges(from, to, { nameOf: (one) => defang(one.kind, one.value), parts: OBSERVABLE_PARTS })
}

function itemChanges<Item extends { id: string }>(
  from: readonly Item[],
  to: readonly Item[],
  { nameOf, parts }: { nameOf(item: Item): string; parts: readonly (keyof Item & string)[] },
): ItemChange[] {
  const before = new Map(from.map((item) => [item.id, item]))
  const after = new Map(to.map((item) => [item.id, item]))
  return [
    ...to.flatMap((item): ItemChange[] => {
      const old = before.get(item.id)
      if (old === undefined) return [{ do: 'added', what: nameOf(item) }]
      return parts
        .filter((part) => (old[part] ?? null) !== (item[part] ?? null))
        .map((part) => ({ do: 'changed', what: nameOf(item), part, from: old[part], to: item[part] }))
    }),
    ...from
      .filter((item) => !after.has(item.id))
      .map((item): ItemChange => ({ do: 'removed', what: nameOf(item) })),
  ]
}
