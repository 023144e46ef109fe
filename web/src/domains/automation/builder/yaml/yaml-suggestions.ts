import type { ActionView } from '@caseloom/contract/automation/builder'
import { STEP_PROPERTIES } from '@caseloom/playbook/document'
import { propertiesOf } from '../panel/controls.ts'

export interface YamlSuggestion {
  label: string
  detail: string
}

export interface YamlSuggestions {
  from: number
  options: readonly YamlSuggestion[]
}

const SHELL = [
  'format',
  'playbook',
  'title',
  'description',
  'inputs',
  'output',
  'runAs',
  'component',
  'sharedWith',
  'onError',
  'keepRuns',
  'triggers',
  'steps',
  'tests',
  'canvas',
]
const TRIGGER = ['key', 'kind', 'title', 'with', 'when', 'dedup', 'limit']
const KINDS = ['webhook', 'schedule', 'record', 'button', 'form', 'mail', 'poll', 'failure']
const EDGE = ['step', 'on', 'when', 'case']
const RETRY = ['attempts', 'backoff', 'from', 'to']
const STEPS: ReadonlySet<string | undefined> = new Set(['steps', 'catch', 'finally'])

interface Line {
  indent: number
  key: string
  value: string
}

const LINE = /^(\s*)((?:- +)*)([\w-]+):(.*)$/

function readLine(text: string): Line | null {
  const found = LINE.exec(text)
  if (found === null) return null
  const [, space = '', dashes = '', key = '', value = ''] = found
  return { indent: space.length + dashes.length, key, value: value.trim() }
}

export function yamlSuggest(
  text: string,
  at: number,
  actions: ReadonlyMap<string, ActionView>,
): YamlSuggestions | null {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const before = text.slice(start, at)
  const value = /^\s*(?:- +)*(action|kind):\s+(\S*)$/.exec(before)
  if (value !== null) {
    const from = at - (value[2] ?? '').length
    if (value[1] === 'kind') return { from, options: KINDS.map((label) => ({ label, detail: '' })) }
    return { from, options: [...actions.values()].map(({ name, title }) => ({ label: name, detail: title })) }
  }
  const name = /^(\s*)((?:- +)*)([\w-]*)$/.exec(before)
  if (name === null) return null
  const [, space = '', dashes = '', typed = ''] = name
  const above = text.slice(0, start).split('\n').slice(0, -1)
  const names = namesAt(above, space.length + dashes.length, { text, start, actions })
  return names === null ? null : { from: at - typed.length, options: names }
}

interface Around {
  text: string
  start: number
  actions: ReadonlyMap<string, ActionView>
}

function namesAt(above: readonly string[], indent: number, around: Around): YamlSuggestion[] | null {
  const parents = parentsOf(above, indent)
  const plain = (names: readonly string[]) => names.map((label) => ({ label: `${label}: `, detail: '' }))
  const [parent, grand] = parents
  if (parent === undefined) return indent === 0 ? plain(SHELL) : null
  if (STEPS.has(parent.key)) return plain(STEP_PROPERTIES)
  if (parent.key === 'triggers') return plain(TRIGGER)
  if (parent.key === 'after') return plain(EDGE)
  if (parent.key === 'retry') return plain(RETRY)
  if (parent.key !== 'with' || grand?.key === 'triggers') return null
  const action = around.actions.get(actionAround(around, parent.indent) ?? '')
  if (action === undefined) return null
  return propertiesOf(action.input).map(({ name, required, label }) => ({
    label: `${name}: `,
    detail: required ? `${label} *` : label,
  }))
}

function parentsOf(above: readonly string[], indent: number): Line[] {
  const found: Line[] = []
  let limit = indent
  for (const text of above.toReversed()) {
    const line = readLine(text)
    if (line === null || line.indent >= limit) {
      // A list can be indented like its key: `steps:` followed by `- key: a`.
      continue
    }
    found.push(line)
    limit = line.indent
    if (limit === 0) break
  }
  return found
}

/** The action of the step around a `with` at this depth, before or after it in the same item. */
function actionAround({ text, start }: Around, indent: number): string | undefined {
  const up = text.slice(0, start).split('\n').toReversed()
  for (const one of up) {
    const line = readLine(one)
    if (line === null) continue
    if (line.indent < indent) break
    if (line.indent === indent && line.key === 'action') return line.value
    if (line.indent === indent && one.trimStart().startsWith('-')) break
  }
  for (const one of text.slice(start).split('\n')) {
    const line = readLine(one)
    if (line === null) continue
    if (line.indent < indent || one.trimStart().startsWith('-')) break
    if (line.indent === indent && line.key === 'action') return line.value
  }
  return undefined
}
