// A mapping as expressions: each gives what its field takes, or nothing where the event lacks the value.
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { leavesOf } from './leaves.ts'
import type { Binding, MappingBasis } from './mapping.ts'
import { labelOf } from './propose.ts'
import { middleOption, scaleExpression, scaleOf, wordTable } from './severity-words.ts'
import type { Target } from './targets.ts'

export interface ExpressionPlace {
  basis: MappingBasis
  /** What expressions call the event: `trigger.body`, `item`. */
  root: string
  /** Goes before references, so that two sources never share one. */
  prefix: string
}

/** Of an event without the value that names it: it still becomes a record. */
const UNTITLED = 'Event without a title'

type PathBinding = Extract<Binding, { from: 'path' }>

/** The values of fields as steps write them; observables come from a step of their own. */
export function fieldValues(
  bindings: readonly Binding[],
  targets: readonly Target[],
  place: ExpressionPlace,
): JsonObject {
  const values = targets.flatMap((target): [string, JsonValue][] => {
    if (target.role === 'observables') return []
    const own = bindings.filter(({ field }) => field === target.key)
    const [first] = own
    return first === undefined ? [] : [[target.key, valueOf(target, [first, ...own.slice(1)], place)]]
  })
  return Object.fromEntries(values)
}

function valueOf(target: Target, own: readonly [Binding, ...Binding[]], place: ExpressionPlace): JsonValue {
  const [first] = own
  if (first.from === 'event') return `{% ${place.root} %}`
  if (first.from === 'fixed') return fixedValue(target, first.value)
  const paths = own.flatMap((one) => (one.from === 'path' ? [one] : []))
  const at = paths.map(({ path }) => `${place.root}.${path}`)
  if (target.role === 'technique' && target.several)
    return `{% [($distinct([${at.join(', ')}])[$contains($string($), /^T[0-9]{4}(\\.[0-9]{3})?$/)])] %}`
  if (target.role === 'texts') return `{% [$map([${at.join(', ')}][$ != null], $string)] %}`
  return `{% ${expressionFor(target, first, place)} %}`
}

function fixedValue(target: Target, value: string): JsonValue {
  if (target.role === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  const text = value.replaceAll('{%', '{ %')
  return target.several ? [text] : text
}

function expressionFor(target: Target, binding: PathBinding, place: ExpressionPlace): string {
  const at = `${place.root}.${binding.path}`
  switch (target.role) {
    case 'moment':
      return `${at} != null ? ${momentOf(at, binding, place.basis)}`
    case 'number':
      return `${at} != null ? $number(${at})`
    case 'choice':
      return choiceOf(target, binding, { ...place, root: at })
    default:
      return textOf(target, binding, { ...place, root: at })
  }
}

function leafAt(basis: MappingBasis, path: string) {
  return leavesOf(basis.event).find((leaf) => leaf.path === path)
}

function textOf(target: Target, binding: PathBinding, { basis, root: at, prefix }: ExpressionPlace): string {
  const isList = Array.isArray(leafAt(basis, binding.path)?.value)
  const text = isList ? `$join($map(${at}, $string), ', ')` : `$string(${at})`
  if (target.role === 'text' && target.unique && target.concept === 'reference')
    return `${at} != null and ${at} != '' ? '${prefix}:' & ${cut(text, (target.maxLength ?? 500) - prefix.length - 1)}`
  const whole = target.maxLength === null ? text : cut(text, target.maxLength)
  if (target.concept === 'title') return `${at} != null and ${at} != '' ? ${whole} : '${UNTITLED}'`
  return `${at} != null ? ${whole}`
}

const cut = (text: string, length: number) => `$substring(${text}, 0, ${Math.max(1, length)})`

function momentOf(at: string, { path }: PathBinding, basis: MappingBasis): string {
  const leaf = leafAt(basis, path)
  switch (leaf?.shape) {
    case 'epochSeconds':
      return `$fromMillis($floor($number(${at}) * 1000))`
    case 'epochMillis':
      return `$fromMillis($floor($number(${at})))`
    case 'localTime':
      return `$fromMillis($toMillis($replace($replace(${at}, ' ', 'T'), ',', '.') & 'Z'))`
    default:
      return `$fromMillis($toMillis(${at}))`
  }
}

function choiceOf(target: Target, binding: PathBinding, { basis, root: at }: ExpressionPlace): string {
  const keys = target.options.map(({ key }) => key)
  const own = target.options.flatMap(({ key, label }) => [
    [key.toLowerCase(), key],
    [label.toLowerCase(), key],
  ])
  const table = {
    ...(target.isSeverity ? wordTable(keys) : {}),
    ...Object.fromEntries(own),
    ...binding.translate,
  }
  const value = `$lowercase($trim($string(${at})))`
  if (!target.isSeverity) return `$lookup(${literal(table)}, ${value})`
  const sample = Number(leafAt(basis, binding.path)?.value)
  const scale = basis.hints.scale ?? scaleOf(Number.isNaN(sample) ? 10 : sample, basis.isSyslog)
  const other = middleOption(keys)
  return [
    '(',
    `  $value := ${value};`,
    `  $known := $lookup(${literal(table)}, $value);`,
    '  $n := $contains($value, /^[0-9]+(\\.[0-9]+)?$/) ? $number($value);',
    `  $exists($known) ? $known : $exists($n) ? (${scaleExpression(scale, keys)})${other === undefined ? '' : ` : '${other}'`}`,
    ')',
  ].join('\n')
}

const literal = (value: JsonValue) => JSON.stringify(value).replaceAll('{%', '{ %').replaceAll('%}', '% }')

/** A text with the values in which observables are found, one a line; null when the mapping has none. */
export function observablesText(
  bindings: readonly Binding[],
  targets: readonly Target[],
  { basis, root }: ExpressionPlace,
): string | null {
  const fields = new Set(targets.flatMap(({ role, key }) => (role === 'observables' ? [key] : [])))
  const parts = bindings.flatMap((binding) => {
    if (binding.from !== 'path' || !fields.has(binding.field)) return []
    const at = `${root}.${binding.path}`
    const leaf = leafAt(basis, binding.path)
    const label = leaf?.shape === 'word' ? labelOf(leaf.keys) : null
    return [label === null ? at : `$map(${at}[$ != null], function($one) { '${label}: ' & $one })`]
  })
  return parts.length === 0 ? null : `{% $join($map([${parts.join(', ')}], $string), "\\n") %}`
}
