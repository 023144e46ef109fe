import type { Trigger } from './document.ts'
import { type Issue, type IssuePath, valueAt } from './issues.ts'
import type { Draft } from './validate-draft.ts'
import { checkCondition, checkTemplate, type ExpressionScope, TRIGGER_ROOTS } from './validate-expressions.ts'
import { checkAsset, type Surroundings, unknownAction } from './validate-step.ts'
import { checkWith } from './validate-with.ts'

/** Checks the triggers of a document: their keys, their expressions, and what each kind needs. */
export function checkTriggers(draft: Draft, doc: unknown, around: Surroundings, issues: Issue[]): void {
  const seen = new Set<string>()
  for (const { path, trigger } of draft.triggers) {
    if (seen.has(trigger.key)) {
      const message = `Another trigger is already named "${trigger.key}"`
      issues.push({ path: [...path, 'key'], code: 'duplicate_key', message })
    }
    seen.add(trigger.key)
    checkExpressions(trigger, path, draft, issues)
    checkKind(trigger, path, { draft, doc, around }, issues)
  }
}

function scopeOf(roots: Iterable<string>, draft: Draft): ExpressionScope {
  return { roots: new Set(roots), known: new Set(draft.listOf.keys()), upstream: new Set() }
}

function checkExpressions(trigger: Trigger, path: IssuePath, draft: Draft, issues: Issue[]): void {
  const asks = trigger.kind === 'form' || (trigger.kind === 'button' && trigger.with.askInputs)
  const scope = scopeOf(asks ? [...TRIGGER_ROOTS, 'inputs'] : TRIGGER_ROOTS, draft)
  const { when, dedup } = trigger
  if (when !== undefined) checkCondition(when, [...path, 'when'], scope, issues)
  if (dedup === undefined) return
  checkTemplate(dedup, [...path, 'dedup'], scope, issues)
  if (dedup.includes('{%')) return
  const message = '"dedup" must contain an expression: a constant would accept only one delivery'
  issues.push({ path: [...path, 'dedup'], code: 'bad_value', message })
}

type Place = { draft: Draft; doc: unknown; around: Surroundings }

function checkKind(trigger: Trigger, path: IssuePath, place: Place, issues: Issue[]): void {
  const at = (...more: (string | number)[]) => [...path, 'with', ...more]
  const wrong = (code: Issue['code'], message: string, ...more: (string | number)[]) =>
    issues.push({ path: at(...more), code, message })
  switch (trigger.kind) {
    case 'webhook':
      return
    case 'schedule':
      if (!isCron(trigger.with.cron)) wrong('bad_value', CRON_FORM, 'cron')
      if (!isTimeZone(trigger.with.timeZone))
        wrong('bad_value', '"timeZone" must be a time zone such as Europe/Berlin or UTC', 'timeZone')
      return
    case 'record':
      if (trigger.with.fields?.length && !trigger.with.on.includes('updated'))
        wrong('not_applicable', '"fields" only applies to updates: add "updated" to "on"', 'fields')
      if (trigger.with.counts !== undefined && !trigger.with.on.includes('folded'))
        wrong('not_applicable', '"counts" only applies to folded records: add "folded" to "on"', 'counts')
      return
    case 'button':
      if (trigger.with.askInputs && !hasInputs(place.doc))
        wrong('missing', '"askInputs" has nothing to ask: define the playbook’s inputs', 'askInputs')
      return
    case 'form':
      if (!hasInputs(place.doc))
        issues.push({
          path: ['inputs'],
          code: 'missing',
          message: `The form "${trigger.key}" has nothing to ask: define the playbook’s inputs`,
        })
      return
    case 'mail':
      if (trigger.with.via === 'imap' && trigger.with.then === 'move' && !trigger.with.moveTo)
        wrong('missing', '"moveTo" is missing: name the folder that emails are moved to', 'moveTo')
      return
    case 'poll':
      return checkPoll(trigger, path, place, issues)
    case 'failure':
      if (trigger.with.playbooks?.includes(String(valueAt(place.doc, ['playbook']))))
        wrong('bad_value', 'A playbook can’t be started by its own failure: use onError', 'playbooks')
      return
    default:
      return trigger satisfies never
  }
}

function checkPoll(
  trigger: Trigger & { kind: 'poll' },
  path: IssuePath,
  { draft, around }: Place,
  issues: Issue[],
): void {
  const base = [...path, 'with']
  const { action, asset, with: withs, items, id, cursor } = trigger.with
  const spec = around.catalog.get(action)
  const always = ['tenant']
  if (!spec) issues.push(unknownAction([...base, 'action'], action, around.catalog))
  else if (spec.kind !== 'effect') {
    const message = `${action} doesn’t call another system: use an action with side effects`
    issues.push({ path: [...base, 'action'], code: 'not_applicable', message })
  } else {
    checkAsset({ path: base, key: asset }, spec, issues)
    const scope = scopeOf([...always, 'cursor', 'since'], draft)
    checkWith({ path: [...base, 'with'], withs }, spec, scope, issues)
  }
  checkCondition(items, [...base, 'items'], scopeOf([...always, 'output', 'cursor'], draft), issues)
  checkCondition(id, [...base, 'id'], scopeOf([...always, 'item'], draft), issues)
  if (cursor !== undefined) {
    const scope = scopeOf([...always, 'output', 'items', 'cursor'], draft)
    checkCondition(cursor, [...base, 'cursor'], scope, issues)
  }
}

const CRON_FORM =
  '"cron" must have five fields (minute, hour, day, month, weekday), or six with seconds first, such as 0 8 * * 1-5'
const CRON_FIELD = /^(\*|\?|[0-9A-Za-z]+(-[0-9A-Za-z]+)?)(\/\d+)?$|^L$|^\d+L$|^\d+#\d$/

function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/)
  const complete = fields.length === 5 || fields.length === 6
  return complete && fields.every((field) => field.split(',').every((part) => CRON_FIELD.test(part)))
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // A pattern that can’t be compiled is the fault that is reported.
    return false
  }
}

function hasInputs(doc: unknown): boolean {
  const properties = valueAt(doc, ['inputs', 'properties'])
  return typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0
}
