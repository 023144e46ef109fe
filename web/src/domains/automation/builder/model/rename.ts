import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { moveComments } from '@caseloom/playbook/document-text'
import { expressionTree } from '@caseloom/playbook/expression'
import { referencesOf } from '@caseloom/playbook/references'
import { splitTemplate } from '@caseloom/playbook/template-text'
import { mapEdges } from './edges.ts'
import { findStep, isObject, setIn, TRIGGER, triggersOf, valueAt } from './places.ts'
import { mapLists } from './draft.ts'
import { renameStepInTests, renameTriggerInTests } from './saved-tests.ts'

export function renameStep(document: JsonObject, from: string, to: string): JsonObject {
  const found = findStep(document, from)
  if (found === undefined || from === to || to === '') return document
  const names = new Map([[from, to]])
  const keyed = setIn(document, [...found.path, 'key'], to)
  const joined = mapLists(keyed, (list) =>
    list.map((step) =>
      isObject(step) ? mapEdges(step, (edge) => [edge.step === from ? { ...edge, step: to } : edge]) : step,
    ),
  )
  // Tests hold data, in which nothing is an expression.
  const { canvas, tests, ...language } = joined
  const renamed = renameIn(language, names)
  const whole = isObject(renamed) ? renamed : language
  // Preserves the document's property order.
  const ordered = Object.fromEntries(
    Object.keys(joined).map((name) => {
      const own = name === 'canvas' ? canvas : name === 'tests' ? tests : whole[name]
      return [name, own ?? null]
    }),
  )
  const tested = renameStepInTests(ordered, from, to)
  return moveComments(renameOnCanvas(tested, from, to), `steps/${from}`, `steps/${to}`)
}

export function renameTrigger(document: JsonObject, from: string, to: string): JsonObject {
  const found = triggersOf(document).find(({ key }) => key === from)
  if (found === undefined || from === to || to === '') return document
  const keyed = setIn(document, [...found.path, 'key'], to)
  const tested = renameTriggerInTests(keyed, from, to)
  const placed = renameOnCanvas(tested, `${TRIGGER}${from}`, `${TRIGGER}${to}`)
  return moveComments(placed, `triggers/${from}`, `triggers/${to}`)
}

function renameOnCanvas(document: JsonObject, from: string, to: string): JsonObject {
  const places = valueAt(document, ['canvas', 'places'])
  const folded = valueAt(document, ['canvas', 'folded'])
  let next = document
  if (isObject(places) && from in places) {
    const moved = Object.entries(places).map(([node, place]) => [node === from ? to : node, place])
    next = setIn(next, ['canvas', 'places'], Object.fromEntries(moved))
  }
  if (Array.isArray(folded) && folded.includes(from)) {
    next = setIn(
      next,
      ['canvas', 'folded'],
      folded.map((key) => (key === from ? to : key)),
    )
  }
  return next
}

/** Renames step references in a value's expressions; values without any keep their identity. */
export function renameIn(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return value.includes('{%') ? renameInText(value, names) : value
  if (Array.isArray(value)) {
    const next = value.map((item) => renameIn(item, names))
    return next.every((item, index) => item === value[index]) ? value : next
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const next = entries.map(([name, item]): [string, JsonValue] => [name, renameIn(item, names)])
  return next.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(next)
}

function renameInText(text: string, names: ReadonlyMap<string, string>): string {
  try {
    return splitTemplate(text)
      .map((piece) => (piece.kind === 'text' ? piece.text : `{%${renameInSource(piece.source, names)}%}`))
      .join('')
  } catch {
    // Unclosed expressions are indistinguishable from text.
    return text
  }
}

/** Rewrites `steps.<old>` to `steps.<new>`, except inside strings. */
function renameInSource(source: string, names: ReadonlyMap<string, string>): string {
  let places: { at: number; key: string }[]
  try {
    places = referencesOf(expressionTree(source)).flatMap((reference) =>
      reference.kind === 'step' && reference.position !== undefined && names.has(reference.key)
        ? [{ at: reference.position, key: reference.key }]
        : [],
    )
  } catch {
    return renameByWords(source, names)
  }
  // From the end, so that earlier offsets stay valid; an offset marks where the name ends.
  return [...new Map(places.map((place) => [place.at, place])).values()]
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, key }) => replaceAt(text, at, key, names.get(key) ?? key), source)
}

function replaceAt(text: string, end: number, key: string, next: string): string {
  const quoted = text[end - 1] === '`'
  const from = end - key.length - (quoted ? 1 : 0)
  if (text.slice(from, from + key.length) !== key) return text
  return text.slice(0, from) + next + text.slice(from + key.length)
}

// Fallback for an expression that does not parse yet: match by pattern.
function renameByWords(source: string, names: ReadonlyMap<string, string>): string {
  return source.replace(
    /(?<![\w$.`])steps(\s*\.\s*)(`?)([A-Za-z_]\w*)\2/g,
    (whole, dot: string, tick: string, key: string) => {
      const next = names.get(key)
      return next === undefined ? whole : `steps${dot}${tick}${next}${tick}`
    },
  )
}
