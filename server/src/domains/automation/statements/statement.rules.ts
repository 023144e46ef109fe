import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { STATEMENT_ACTS, type StatementActKind } from '@caseloom/contract/kernel/statements'
import { Playbook, type Step } from '@caseloom/playbook/document'
import type { StoredSpec } from '../registry/stored-spec.ts'

/** What a playbook may do, by key of app, host, connector, or component. */
export interface Act {
  kind: StatementActKind
  of: string[]
  /** Some of them are chosen while it runs. */
  open: boolean
}

type Found = { kind: StatementActKind; of: string | null }

const RECORD_ACTS: Readonly<Record<string, readonly StatementActKind[]>> = {
  'record.upsert': ['createRecords', 'changeRecords'],
  'record.create': ['createRecords'],
  'record.get': ['readRecords'],
  'record.search': ['readRecords'],
  'record.delete': ['deleteRecords'],
  'record.comment': ['commentOnRecords'],
  'flow.waitEvent': ['readRecords'],
  'flow.waitCondition': ['readRecords'],
}
const CHANGES = /^(?:record|clock)\./

const PLAIN_ACTS: Readonly<Record<string, StatementActKind>> = {
  'mail.send': 'sendMail',
  'notify.users': 'notifyPeople',
  'human.form': 'askPeople',
  'human.approve': 'askApproval',
  'assistant.ask': 'askHeroAi',
  'observable.verdict': 'setVerdicts',
  'state.set': 'keepValues',
  'table.upsert': 'changeTables',
  'table.delete': 'changeTables',
}
const CALLS_HOSTS: ReadonlySet<string> = new Set(['http.request', 'notify.webhook'])

/** What the steps of a published version may do, each kind once, in display order. */
export function actsOf(document: JsonObject, connectorActions: readonly StoredSpec[]): Act[] {
  const { steps, onError } = Playbook.parse(document)
  const connectors = new Map(connectorActions.map(({ name, asset }) => [name, asset.connector]))
  const found = deedsOf([...steps, ...(onError?.steps ?? [])]).flatMap((deed) => actsOfDeed(deed, connectors))
  return STATEMENT_ACTS.flatMap((kind) => {
    const same = found.filter((one) => one.kind === kind)
    if (same.length === 0) return []
    const names = new Set(same.flatMap(({ of }) => of ?? []))
    const isPlain = Object.values(PLAIN_ACTS).includes(kind)
    return [{ kind, of: [...names].toSorted(), open: !isPlain && same.some(({ of }) => of === null) }]
  })
}

type Deed = Pick<Step, 'action' | 'with'>

function deedsOf(steps: readonly Step[]): Deed[] {
  return steps.flatMap((step): Deed[] => [
    step,
    ...(step.compensate === undefined ? [] : [step.compensate]),
    ...deedsOf(step.steps ?? []),
    ...deedsOf(step.catch ?? []),
    ...deedsOf(step.finally ?? []),
    ...(step.branches ?? []).flatMap((branch) => deedsOf(branch.steps)),
  ])
}

function actsOfDeed({ action, with: input }: Deed, connectors: ReadonlyMap<string, string>): Found[] {
  const plain = PLAIN_ACTS[action]
  if (plain !== undefined) return [{ kind: plain, of: null }]
  if (CALLS_HOSTS.has(action)) return [{ kind: 'callHosts', of: hostOf(input['url']) }]
  if (action === 'observable.enrich') return [{ kind: 'readRecords', of: null }]
  if (action === 'flow.call') return [{ kind: 'runComponents', of: fixedText(input['component']) }]
  const kinds = RECORD_ACTS[action] ?? (CHANGES.test(action) ? ['changeRecords' as const] : null)
  if (kinds !== null) return kinds.map((kind) => ({ kind, of: fixedText(input['app']) }))
  const connector = connectors.get(action)
  return connector === undefined ? [] : [{ kind: 'useConnectors', of: connector }]
}

/** A text without an expression in it. */
function fixedText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && !value.includes('{%') ? value : null
}

/** The host of an address that is known before the run: no expression has a part in it. */
export function hostOf(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null
  const [fixed = ''] = value.split('{%')
  const isWhole = fixed === value
  // Without the character that ends it, an expression behind could still lengthen the host.
  const authority = /^https?:\/\/[^/?#\\]+/i.exec(fixed)?.[0]
  if (authority === undefined || (!isWhole && authority === fixed)) return null
  return URL.parse(authority)?.host ?? null
}
