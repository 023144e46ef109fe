import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { edgesOf } from '../model/edges.ts'
import { isObject, stepsOf, triggersOf } from '../model/places.ts'
import { groupName, type KnownName, nameOfShape } from '../../../../ui/expression/known-name.ts'
import type { Shape } from '../../../../ui/expression/shape.ts'

export interface Samples {
  trigger?: JsonValue | undefined
  inputs?: JsonValue | undefined
  steps: Readonly<Record<string, { output?: JsonValue; error?: JsonValue; state?: string }>>
  items?: Readonly<Record<string, JsonValue>>
}

export const NO_SAMPLES: Samples = { steps: {} }

export interface NameSource {
  document: JsonObject
  samples: Samples
  outputOf: (action: string) => JsonObject | null
}

/** Keys of steps that finish before a step starts: its predecessors and those of its enclosing blocks. */
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

const MAIL = ['from', 'to', 'cc', 'subject', 'text', 'html', 'headers', 'file', 'attachments']
const FAILED_RUN = ['id', 'number', 'playbook', 'error']

/** Schema of `trigger`, combined over the playbook's trigger kinds. */
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

/** Roots available at a step: trigger, inputs, earlier steps, and names from enclosing blocks. */
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
    groupName(
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
  return groupName(
    key,
    path,
    [
      nameOfShape('output', `${path}.output`, output, 'Step output'),
      nameOfShape('error', `${path}.error`, { schema: ERROR, sample: sample?.error }, 'Step error'),
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
  const index = nameOfShape('index', 'index', { schema: { type: 'integer' }, sample: 0 }, 'Zero-based index')
  if (block['action'] === 'flow.forEach') {
    const sample = samples.items?.[String(block['key'])]
    return [nameOfShape('item', 'item', { sample }, 'Current item'), index]
  }
  if (block['action'] === 'flow.repeat') return [index]
  if (block['action'] === 'flow.try') return [nameOfShape('error', 'error', { schema: ERROR })]
  return []
}

function alwaysThere(): KnownName[] {
  const text = { type: 'string' }
  const run: JsonObject = { type: 'object', properties: { id: text, startedAt: text } }
  return [
    nameOfShape('run', 'run', { schema: run }, 'Current run'),
    nameOfShape('tenant', 'tenant', {}, 'Current tenant'),
  ]
}

export function namesAtTrigger(kind: string, samples: Samples): KnownName[] {
  return [
    nameOfShape('trigger', 'trigger', { schema: triggerSchema([kind]), sample: samples.trigger }),
    ...alwaysThere().filter(({ name }) => name !== 'run'),
  ]
}
