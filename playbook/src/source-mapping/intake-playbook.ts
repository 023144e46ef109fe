import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type ExpressionPlace, fieldValues, observablesText } from './expressions.ts'
import { pathPart } from './leaves.ts'
import type { Binding, MappingBasis } from './mapping.ts'
import type { Sample } from './sample.ts'
import type { Target } from './targets.ts'

export type HookAuth = 'secret' | 'hmac-sha256' | 'basic' | 'none'

export interface Intake {
  /** Key of the playbook. */
  key: string
  title: string
  /** What sends the events. */
  sourceName: string
  /** Key of the app. */
  app: string
  via: 'webhook' | 'mail'
  auth: HookAuth
  /** Header of the secret or the signature, unless it is the usual one. */
  header?: string | undefined
  sample: Sample
  basis: MappingBasis
  targets: readonly Target[]
  bindings: readonly Binding[]
}

const RETRY = { attempts: 5, backoff: 'exponential', from: '1s', to: '1m' }
/** Senders of lines put them into one of these, or send a list of such objects. */
const LINES =
  '$parseLog($join($append([], $type(trigger.body) = "string" ? trigger.body : trigger.body.message), "\\n"))'

/** A playbook that turns each event of a source into a record, or updates the one with the same reference. */
export function intakePlaybook(intake: Intake): JsonObject {
  const items = itemsOf(intake)
  const root = items !== null ? 'item' : intake.via === 'mail' ? 'trigger.mail' : 'trigger.body'
  const steps = stepsOf(intake, { basis: intake.basis, root, prefix: intake.key })
  return {
    format: 'caseloom.playbook/1',
    playbook: intake.key,
    title: intake.title,
    description: `Creates a record for each event of ${intake.sourceName}, or updates the record with the same reference.`,
    triggers: [triggerOf(intake)],
    steps:
      items === null
        ? steps
        : [
            {
              key: 'each',
              title: 'For each event',
              action: 'flow.forEach',
              with: { items: `{% ${items} %}`, concurrency: 5 },
              steps,
            },
          ],
    output: items === null ? '{% steps.save.output %}' : '{% steps.each.output %}',
  }
}

function triggerOf({ via, auth, header, sourceName }: Intake): JsonObject {
  if (via === 'mail') return { key: 'source', kind: 'mail', title: sourceName, with: { via: 'smtp' } }
  const named = header === undefined || auth === 'none' || auth === 'basic' ? {} : { header }
  return { key: 'source', kind: 'webhook', title: sourceName, with: { auth, ...named, answer: 'accepted' } }
}

/** The list that a delivery brings; null when it is one event. */
function itemsOf({ sample, via }: Intake): string | null {
  if (via === 'mail') return null
  if (sample.format !== 'json' && sample.format !== 'jsonLines') return LINES
  if (sample.list === null) return null
  const path = ['trigger.body', ...sample.list.map((key) => pathPart(key) ?? '')].join('.')
  return sample.list.length === 0 ? '[trigger.body]' : path
}

function stepsOf(intake: Intake, place: ExpressionPlace): JsonValue[] {
  const text = observablesText(intake.bindings, intake.targets, place)
  const save = saveStep(intake, place)
  if (text === null) return [save]
  const find = { key: 'find', title: 'Extract observables', action: 'observable.extract', with: { text } }
  return [find, { ...save, after: 'find' }]
}

function saveStep({ app, bindings, targets }: Intake, place: ExpressionPlace): JsonObject {
  const values = fieldValues(bindings, targets, place)
  const sightings = targets.filter(
    ({ role, key }) => role === 'observables' && bindings.some(({ field }) => field === key),
  )
  for (const { key } of sightings) values[key] = '{% steps.find.output %}'
  const match = targets.find(
    ({ key, unique, concept }) => unique && concept === 'reference' && values[key] !== undefined,
  )
  const shared = { key: 'save', retry: RETRY, timeout: '30s' }
  if (match === undefined)
    return { ...shared, title: 'Create the record', action: 'record.create', with: { app, set: values } }
  const { [match.key]: reference = null, ...rest } = values
  const entries = Object.entries(rest)
  const first = new Set(targets.filter(isForNewOnly(bindings)).map(({ key }) => key))
  const create = Object.fromEntries(entries.filter(([key]) => first.has(key)))
  const set = Object.fromEntries(entries.filter(([key]) => !first.has(key)))
  return {
    ...shared,
    title: 'Create or update the record',
    action: 'record.upsert',
    with: {
      app,
      match: { [match.key]: reference },
      set,
      ...(Object.keys(create).length === 0 ? {} : { create }),
    },
  }
}

/** What people change afterward, such as a status: later events of the same alert leave it alone. */
function isForNewOnly(bindings: readonly Binding[]): (target: Target) => boolean {
  return ({ role, isSeverity, concept, key }) => {
    if (role === 'choice') return !isSeverity
    return concept !== 'product' && bindings.some(({ field, from }) => field === key && from === 'fixed')
  }
}
