import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import { edgesOf } from '../edges.ts'
import { isObject, stepsOf, triggersOf } from '../places.ts'
import { partsOf, type Shape, type TypeName, typeOfShape } from './shape.ts'

/** A name that an expression may read, with what is below it. */
export interface KnownName {
  name: string
  /** As it is written: `steps.load.output.title`. */
  path: string
  type: TypeName
  help: string | undefined
  sample: JsonValue | undefined
  parts: () => readonly KnownName[]
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A name as an expression writes it. */
export function quoted(name: string): string {
  return PLAIN.test(name) ? name : `\`${name}\``
}

export function nameOfShape(name: string, path: string, shape: Shape, help?: string): KnownName {
  return {
    name,
    path,
    type: typeOfShape(shape),
    help,
    sample: shape.sample,
    parts: () =>
      partsOf(shape).map((part) => nameOfShape(part.name, `${path}.${quoted(part.name)}`, part, part.help)),
  }
}

function group(name: string, path: string, parts: readonly KnownName[], help?: string): KnownName {
  return { name, path, type: 'object', help, sample: undefined, parts: () => parts }
}

/** What is known of a run for examples: recorded or tested values. */
export interface Samples {
  trigger?: JsonValue | undefined
  inputs?: JsonValue | undefined
  steps: Readonly<Record<string, { output?: JsonValue; error?: JsonValue; state?: string }>>
  /** The first item of each block that goes over a list. */
  items?: Readonly<Record<string, JsonValue>>
}

export const NO_SAMPLES: Samples = { steps: {} }

export interface NameSource {
  document: JsonObject
  samples: Samples
  /** Schema of what an action gives, by its name. */
  outputOf: (action: string) => JsonObject | null
}

/** Keys of the steps that are over before a step begins: those it follows, and what is before the blocks around it. */
export function earlierSteps(document: JsonObject, key: string): string[] {
  const all = stepsOf(document)
  const byKey = new Map(all.map((found) => [found.key, found]))
  const seen = new Set<string>()
  const follow = (step: string): void => {
    const found = byKey.get(step)
    if (found === undefined) return
    for (const edge of edgesOf(found.step)) {
      if (seen.has(edge.step) || edge.step === key) continue
      seen.add(edge.step)
      follow(edge.step)
    }
    const [block] = found.blocks.toReversed()
    if (block !== undefined) follow(block)
  }
  follow(key)
  return all.map((found) => found.key).filter((one) => seen.has(one))
}

const OF_TRIGGER: Record<string, readonly (readonly [name: string, type: string])[]> = {
  webhook: [
    ['body', 'object'],
    ['headers', 'object'],
    ['query', 'object'],
  ],
  schedule: [['scheduledAt', 'string']],
  record: [
    ['record', 'object'],
    ['previous', 'object'],
    ['changed', 'array'],
    ['by', 'object'],
    ['event', 'string'],
  ],
  button: [
    ['record', 'object'],
    ['by', 'object'],
  ],
  form: [['by', 'object']],
  mail: [['mail', 'object']],
  poll: [
    ['item', 'object'],
    ['cursor', 'object'],
  ],
  failure: [['run', 'object']],
}

const MAIL = ['from', 'to', 'cc', 'subject', 'text', 'html', 'headers', 'attachments']
const FAILED_RUN = ['id', 'number', 'playbook', 'error']

/** The schema of `trigger` as far as the kinds of the playbook's triggers tell. */
function triggerSchema(kinds: readonly string[]): JsonObject {
  const properties: JsonObject = {}
  for (const kind of kinds) for (const [name, type] of OF_TRIGGER[kind] ?? []) properties[name] = { type }
  if (kinds.includes('mail')) properties['mail'] = open(MAIL)
  if (kinds.includes('failure')) properties['run'] = open(FAILED_RUN)
  return { type: 'object', properties }
}

function open(names: readonly string[]): JsonObject {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) }
}

/** Roots that are there at a step: the trigger, inputs, earlier steps, and what the blocks around it add. */
export function namesAtStep(source: NameSource, key: string | null): KnownName[] {
  const { document, samples } = source
  const found = stepsOf(document)
  const earlier = key === null ? found.map((one) => one.key) : earlierSteps(document, key)
  const here = found.find((one) => one.key === key)
  const around = (here?.blocks ?? []).flatMap((block) => found.find((one) => one.key === block) ?? [])
  const kinds = triggersOf(document).map(({ trigger }) => String(trigger['kind']))
  const inputs = document['inputs']
  const steps = found.filter((one) => earlier.includes(one.key))
  return [
    group(
      'steps',
      'steps',
      steps.map((one) => stepName(one.key, one.step, source)),
    ),
    nameOfShape('trigger', 'trigger', { schema: triggerSchema(kinds), sample: samples.trigger }),
    ...(isObject(inputs)
      ? [nameOfShape('inputs', 'inputs', { schema: inputs, sample: samples.inputs })]
      : []),
    ...around.flatMap(({ step }) => blockNames(step, samples)),
    ...alwaysThere(),
  ]
}

function stepName(key: string, step: JsonObject, { samples, outputOf }: NameSource): KnownName {
  const path = `steps.${key}`
  const { action, title } = step
  const schema = typeof action === 'string' ? outputOf(action) : null
  const sample = samples.steps[key]
  const output: Shape = { schema: schema ?? undefined, sample: sample?.output }
  return group(
    key,
    path,
    [
      nameOfShape('output', `${path}.output`, output, 'What the step gave'),
      nameOfShape('error', `${path}.error`, { schema: ERROR, sample: sample?.error }, 'Why it failed'),
      nameOfShape('state', `${path}.state`, { schema: { type: 'string' }, sample: sample?.state }),
    ],
    typeof title === 'string' ? title : undefined,
  )
}

const ERROR: JsonObject = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, detail: {} },
}

function blockNames(block: JsonObject, samples: Samples): KnownName[] {
  const index = nameOfShape('index', 'index', { schema: { type: 'integer' }, sample: 0 }, 'Counts from 0')
  if (block['action'] === 'flow.forEach') {
    const sample = samples.items?.[String(block['key'])]
    return [nameOfShape('item', 'item', { sample }, 'The item of this turn'), index]
  }
  if (block['action'] === 'flow.repeat') return [index]
  if (block['action'] === 'flow.try') return [nameOfShape('error', 'error', { schema: ERROR })]
  return []
}

function alwaysThere(): KnownName[] {
  const text = { type: 'string' }
  const run: JsonObject = { type: 'object', properties: { id: text, startedAt: text } }
  return [
    nameOfShape('run', 'run', { schema: run }, 'This run'),
    nameOfShape('tenant', 'tenant', {}, 'The tenant'),
    nameOfShape('vars', 'vars', {}, 'Variables of the tenant'),
  ]
}

/** The roots of an expression of a trigger. */
export function namesAtTrigger(kind: string, samples: Samples): KnownName[] {
  return [
    nameOfShape('trigger', 'trigger', { schema: triggerSchema([kind]), sample: samples.trigger }),
    ...alwaysThere().filter(({ name }) => name !== 'run'),
  ]
}
