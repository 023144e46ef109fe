import type { Leaf } from '@caseloom/playbook/source-mapping/leaves'
import type { Binding } from '@caseloom/playbook/source-mapping/mapping'
import type { Target } from '@caseloom/playbook/source-mapping/targets'
import type { Source } from './mapping-edit.ts'

export interface FromOption {
  value: string
  label: string
  /** Of a path: its value in the sample. */
  sample?: string | undefined
}

export interface FromGroup {
  group: string
  items: FromOption[]
}

interface Words {
  values: string
  fixed: string
  whole: string
  useFixed: (text: string) => string
}

const WHOLE = '*'
const MAX_SAMPLE = 60

/** A source as the value of an option, and back. */
export function optionValue(binding: Binding | undefined): string | null {
  if (binding === undefined) return null
  switch (binding.from) {
    case 'path':
      return `@${binding.path}`
    case 'fixed':
      return `=${binding.value}`
    case 'event':
      return WHOLE
    default:
      return binding satisfies never
  }
}

export function sourceOf(value: string): Source {
  if (value === WHOLE) return { from: 'event' }
  const rest = value.slice(1)
  return value.startsWith('@') ? { from: 'path', path: rest } : { from: 'fixed', value: rest }
}

/** What the From cell of a field offers: values of the sample, and fixed values. */
export function fromOptions(
  target: Target,
  offered: { leaves: readonly Leaf[]; typed: string; binding: Binding | undefined },
  words: Words,
): FromGroup[] {
  const { leaves, typed, binding } = offered
  const bound = binding?.from === 'path' ? binding.path : null
  const paths = leaves.map(({ path, value }) => ({
    value: `@${path}`,
    label: path,
    sample: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SAMPLE),
  }))
  // Another event may lack the value.
  const isMissing = bound !== null && !leaves.some(({ path }) => path === bound)
  const missing = isMissing ? [{ value: `@${bound}`, label: bound }] : []
  const groups = [
    { group: words.values, items: [...missing, ...paths] },
    { group: words.fixed, items: fixedOptions(target, typed, binding, words) },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function fixedOptions(
  target: Target,
  typed: string,
  binding: Binding | undefined,
  words: Words,
): FromOption[] {
  if (target.role === 'document') return [{ value: WHOLE, label: words.whole }]
  if (target.role === 'choice') return target.options.map(({ key, label }) => ({ value: `=${key}`, label }))
  if (target.role !== 'text' && target.role !== 'link' && target.role !== 'number') return []
  const fixed = binding?.from === 'fixed' ? [{ value: `=${binding.value}`, label: binding.value }] : []
  const text = typed.trim()
  const isNew = text !== '' && !fixed.some(({ label }) => label === text)
  return [...fixed, ...(isNew ? [{ value: `=${text}`, label: words.useFixed(text) }] : [])]
}
