import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { saidText, WITHHELD } from '@caseloom/contract/apps/message-names'

/** What a change makes of the fields of a record. */
export interface Changed {
  /** True when nothing is in the field, links included. */
  isEmpty(field: string): boolean
  /** Fields that the change itself gave another value, with both values; asked only where rules limit them. */
  given(): ReadonlyMap<string, { from: JsonValue; to: JsonValue }>
  /** Read-only fields are for people alone not to edit. */
  byHand: boolean
  /** The actor alone reads the issues: those of playbooks and imports are stored, and others read them. */
  isPrivate: boolean
  /** Whether the actor can read a field: others’ rules are not named. */
  readable(field: string): boolean
}

const FIELD = 'field:'

/** Why the workflow keeps a record from being saved, each at its field and with the name of its rule. */
export function outcomeIssues(compiled: CompiledWorkflow, outcome: FormOutcome, changed: Changed): Issue[] {
  return [
    ...missingFields(outcome, changed).map((field) =>
      missingIssue(
        field,
        ruleOf(compiled, outcome.items.get(`${FIELD}${field}`)?.required?.by, changed.readable),
      ),
    ),
    ...readOnlyIssues(compiled, outcome, changed),
    ...optionIssues(outcome, changed),
    ...messageIssues(outcome, changed),
  ]
}

/** Fields that the workflow requires and that are empty. */
export function missingFields(outcome: FormOutcome, { isEmpty }: Pick<Changed, 'isEmpty'>): string[] {
  const missing: string[] = []
  for (const [item, { required, visible }] of outcome.items) {
    // A hidden field can’t be filled in.
    if (required?.value !== true || visible?.value === false || !item.startsWith(FIELD)) continue
    const field = item.slice(FIELD.length)
    if (isEmpty(field)) missing.push(field)
  }
  return missing
}

function missingIssue(field: string, rule: ReturnType<typeof ruleOf>): Issue {
  return {
    path: ['body', 'fields', field],
    code: 'required',
    message: rule === null ? 'This field is now required' : `This field is now required: ${rule.name}`,
    ...(rule === null ? {} : { rule: rule.id }),
  }
}

function readOnlyIssues(
  compiled: CompiledWorkflow,
  outcome: FormOutcome,
  { given, byHand, readable }: Changed,
): Issue[] {
  if (!byHand || ![...outcome.items.values()].some(({ readOnly }) => readOnly?.value === true)) return []
  return [...given()].flatMap(([field, { to }]) => {
    const state = outcome.items.get(`${FIELD}${field}`)?.readOnly
    if (state?.value !== true || outcome.values[field] === to) return []
    const rule = ruleOf(compiled, state.by, readable)
    const message =
      rule === null ? 'This field is read-only now' : `This field is read-only now: ${rule.name}`
    return [
      {
        path: ['body', 'fields', field],
        code: 'read_only',
        message,
        ...(rule === null ? {} : { rule: rule.id }),
      },
    ]
  })
}

/** Values that are there already stay; only new ones must be offered. */
function optionIssues(outcome: FormOutcome, { given }: Changed): Issue[] {
  if (outcome.options.size === 0) return []
  return [...given()].flatMap(([field, { from, to }]) => {
    const offered = outcome.options.get(field)
    if (offered === undefined) return []
    const former = listOf(from)
    const refused = listOf(to).filter((key) => !former.includes(key) && !offered.includes(key))
    if (refused.length === 0) return []
    const message = `"${refused[0]}" isn’t offered now`
    return [{ path: ['body', 'fields', field], code: 'option_not_offered', message, options: refused }]
  })
}

function listOf(value: JsonValue): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item) => typeof item === 'string')
}

function messageIssues(outcome: FormOutcome, { isPrivate }: Changed): Issue[] {
  return outcome.messages.flatMap(({ level, at, rule, ...said }) => {
    if (level !== 'error') return []
    const field = at?.startsWith(FIELD) === true ? [at.slice(FIELD.length)] : []
    const message = isPrivate ? said.text : saidText(said, () => WITHHELD)
    return [{ path: ['body', 'fields', ...field], code: 'blocked', message, rule }]
  })
}

/** The rule of the action that decided; null for one without a name, and for one that reads what the actor can’t read. */
function ruleOf(
  compiled: CompiledWorkflow,
  actions: readonly string[] | undefined,
  readable: (field: string) => boolean,
): { id: string; name: string } | null {
  const found = compiled.rules.find((rule) =>
    rule.actions.some(({ action }) => actions?.includes(action.id) === true),
  )
  const name = found?.placed.rule.name
  if (found === undefined || name === undefined || ![...found.decides].every(readable)) return null
  return { id: found.placed.rule.id, name }
}
