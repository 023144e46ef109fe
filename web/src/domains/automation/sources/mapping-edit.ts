import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'

/** What someone chose in the From cell: a value by its path, a fixed value, or the whole event. */
export type Source = { from: 'path'; path: string } | { from: 'fixed'; value: string } | { from: 'event' }

/** Gives a source to a field. `at` is the row among those of the field; a new row comes last. */
export function bind(
  bindings: readonly Binding[],
  target: Pick<Target, 'key' | 'several'>,
  source: Source,
  at = Number.POSITIVE_INFINITY,
): Binding[] {
  const made: Binding = { field: target.key, reason: 'manual', ...source }
  const own = bindings.filter(({ field }) => field === target.key)
  const others = bindings.filter(({ field }) => field !== target.key)
  if (!target.several) return [...others, made]
  const isThere = source.from === 'path' && own.some((one) => one.from === 'path' && one.path === source.path)
  if (isThere) return [...bindings]
  return [...others, ...(at < own.length ? own.with(at, made) : [...own, made])]
}

/** Takes a source from a field. */
export function unbind(bindings: readonly Binding[], field: string, at = 0): Binding[] {
  const own = bindings.filter((one) => one.field === field)
  return bindings.filter((one) => one !== own[at])
}

/** From now on a value of the source becomes this option. */
export function translate(
  bindings: readonly Binding[],
  field: string,
  { value, option }: { value: string; option: string },
): Binding[] {
  return bindings.map((one) =>
    one.field === field && one.from === 'path'
      ? { ...one, translate: { ...one.translate, [value.trim().toLowerCase()]: option } }
      : one,
  )
}

/** Required fields that would stay empty. */
export function missingFields(targets: readonly Target[], bindings: readonly Binding[]): Target[] {
  const bound = new Set(bindings.map(({ field }) => field))
  return targets.filter(({ key, required, hasDefault }) => required && !hasDefault && !bound.has(key))
}
