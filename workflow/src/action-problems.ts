import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { FormItem, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { placed } from './condition-problems.ts'
import type { Checking } from './checking.ts'
import { clockFilter, isClockVerb } from './clock-filters.ts'
import { expressionFaults } from './expression-faults.ts'
import { countNames, MAX_NAMES, MAX_TEXT, namesIn, withNames } from '@caseloom/contract/apps/message-names'
import { nameable } from './message-text.ts'
import { isOrdered } from './set-values.ts'
import { readsOf } from './test-reads.ts'
import { compileTest, expressionTest } from './tests.ts'
import type { Path, PlacedRule } from './walk.ts'

/** Actions on what is missing or can't have them, and those that would show values that their readers can't read. */
export function actionProblems(checking: Checking): void {
  const decides = decidingFields(checking)
  for (const one of checking.rules)
    for (const [at, action] of one.rule.actions.entries()) {
      const path = [...one.path, 'actions', at]
      const report = (code: string, place: Path, message: string) =>
        checking.report({ code, path: [...path, ...place], message, items: [action.id, one.rule.id] })
      const check = { checking, report, decides: decides.get(one) ?? new Set<string>() }
      emptyProblems(action, check)
      textProblems(action, check)
      itemProblems(action, check)
      fieldProblems(action, check)
      if (isClockVerb(action.do) && clockFilter(one) === null)
        report(
          'not_allowed',
          ['do'],
          'A clock follows the record’s present values at every change: its rule can’t depend on the change, the actor, links, expressions, or how the record was opened',
        )
    }
}

interface Check {
  checking: Checking
  report: (code: string, place: Path, message: string) => void
  decides: ReadonlySet<string>
}

/** The fields that decide whether a rule applies: its own, those of what it is nested in, and for an `else` its neighbors'. */
function decidingFields({ rules, fields }: Checking): Map<PlacedRule, ReadonlySet<string>> {
  const found = new Map<PlacedRule, ReadonlySet<string>>()
  for (const one of rules) {
    const own = one.rule.when === undefined ? [] : readsOf(compileTest(one.rule.when, fields))
    const others = one.rule.when === undefined ? one.earlier : []
    const around = [...others, ...(one.parent === null ? [] : [one.parent])]
    found.set(one, new Set([...own, ...around.flatMap((other) => [...(found.get(other) ?? [])])]))
  }
  return found
}

/** What was added and never chosen or written. */
function emptyProblems(action: WorkflowAction, { report }: Check): void {
  if ('items' in action && action.items.length === 0)
    report('empty', ['items'], 'Choose what this action is about')
  if ('fields' in action && action.fields.length === 0)
    report('empty', ['fields'], 'Choose the fields of this action')
  if (action.do === 'message' && action.text.trim() === '') report('empty', ['text'], 'Enter the message')
}

/** A text that is too long, and names in it that say nothing. */
function textProblems(action: WorkflowAction, { checking, report }: Check): void {
  if (action.do !== 'message') return
  const { own } = checking.fields
  if (withNames(action.text, () => '').length > MAX_TEXT || countNames(action.text) > MAX_NAMES)
    report('too_long', ['text'], `A message can have ${MAX_TEXT} characters and ${MAX_NAMES} fields`)
  for (const key of namesIn(action.text)) {
    const field = own.get(key)
    if (nameable(key, field) !== null) continue
    if (field === undefined) report('unknown_field', ['text'], `Unknown field "${key.slice(0, 100)}"`)
    else report('not_allowed', ['text'], `"${key}" has no value that a message can show`)
  }
}

function itemProblems(action: WorkflowAction, { checking, report }: Check): void {
  const placedItems: [FormItem, Path][] =
    'items' in action
      ? action.items.map((item, at) => [item, ['items', at]])
      : action.do === 'message' && action.at !== undefined
        ? [[action.at, ['at']]]
        : action.do === 'offer'
          ? [[{ button: action.button }, []]]
          : []
  for (const [item, path] of placedItems) {
    const missing = missingItem(item, checking)
    if (missing !== null) report(missing.code, [...path, missing.kind], missing.message)
    const isPart = !('field' in item)
    if (
      isPart &&
      (action.do === 'read_only' || action.do === 'editable') &&
      !('section' in item || 'tab' in item)
    )
      report('not_allowed', path, 'Only fields, sections, and tabs can be read-only')
    if ((action.do === 'collapse' || action.do === 'expand') && !('section' in item))
      report('not_allowed', path, 'Only sections can be collapsed')
  }
}

function missingItem(item: FormItem, { fields, parts }: Checking) {
  const [kind, name] = Object.entries(item)[0] ?? ['', '']
  const known = {
    field: [...fields.own.keys()],
    section: parts.sections,
    tab: parts.tabs,
    button: parts.buttons,
    block: parts.blocks,
  }[kind as 'field' | 'section' | 'tab' | 'button' | 'block']
  if (known === undefined || known.includes(String(name))) return null
  return { kind, code: `unknown_${kind}`, message: `Unknown ${kind} "${String(name)}"` }
}

function fieldProblems(action: WorkflowAction, check: Check): void {
  const { own } = check.checking.fields
  const keys: [string, Path][] =
    'fields' in action
      ? action.fields.map((key, at) => [key, ['fields', at]])
      : 'field' in action
        ? [[action.field, ['field']]]
        : []
  for (const [key, path] of keys) {
    const field = own.get(key)
    if (field === undefined) check.report('unknown_field', path, `Unknown field "${key}"`)
    else {
      const refused = refusal(action, field)
      if (refused !== null) check.report('not_allowed', path, refused)
      betrayals(action, field, { ...check, path })
    }
  }
  valueProblems(action, check)
  orderedProblems(action, check)
}

/** A comparison with the present value that the field doesn’t have, or beside another one. */
function orderedProblems(action: WorkflowAction, { checking, report }: Check): void {
  if (action.do !== 'set' || action.onlyIf === undefined) return
  const field = checking.fields.own.get(action.field)
  if (field !== undefined && !isOrdered(field))
    report('not_allowed', ['onlyIf'], `Values of "${field.key}" are neither lower nor higher than others`)
  if (action.onlyIfEmpty)
    report('not_allowed', ['onlyIf'], `Choose either only if empty or only if ${action.onlyIf}`)
}

/** Why a field can't have an action; null when it can. */
function refusal(action: WorkflowAction, field: FieldInput): string | null {
  const { links, clock } = fieldTraits(field)
  const isFilled = fieldType(field).unwritten !== true
  switch (action.do) {
    case 'require':
    case 'optional':
      return isFilled && !links ? null : `"${field.key}" isn’t filled in manually, so it can’t be required`
    case 'set':
    case 'default':
      return isFilled && !links ? null : `"${field.key}" can’t be set`
    case 'options':
      return 'options' in field ? null : `"${field.key}" has no options`
    case 'start_clock':
    case 'pause_clock':
    case 'stop_clock':
      return clock ? null : `"${field.key}" isn’t a clock`
    default:
      return null
  }
}

/** Anyone who may read what follows from a condition must be allowed to read the condition's fields. */
function betrayals(
  action: WorkflowAction,
  target: FieldInput,
  { checking, decides, report, path }: Check & { path: Path },
): void {
  const acts = ['require', 'optional', 'set', 'default', 'start_clock', 'pause_clock', 'stop_clock']
  if (!acts.includes(action.do)) return
  const source = action.do === 'set' || action.do === 'default' ? sourceReads(action, checking) : []
  for (const key of new Set([...decides, ...source])) {
    const readers = checking.fields.own.get(key)?.readers
    if (key === target.key || readers === undefined) continue
    if (target.readers?.every((role) => readers.includes(role)) === true) continue
    const message = `"${target.key}" would reveal "${key}", which only some roles can read. Restrict its readers to the same roles.`
    report('betrays', path, message)
  }
}

function sourceReads(action: WorkflowAction & { do: 'set' | 'default' }, { fields }: Checking): string[] {
  if ('through' in action.to) return [action.to.through]
  if (!('expression' in action.to)) return []
  const { reading } = expressionTest(action.to.expression, fields)
  return [...reading.record, ...reading.before]
}

function valueProblems(action: WorkflowAction, { checking, report }: Check): void {
  const { own, linked } = checking.fields
  if (action.do === 'options') {
    const field = own.get(action.field)
    if (field === undefined || !('options' in field)) return
    for (const [at, key] of action.options.entries())
      if (!field.options.some((option) => option.key === key))
        report('unknown_option', ['options', at], `"${field.key}" has no option "${key}"`)
    return
  }
  if (action.do !== 'set' && action.do !== 'default') return
  const { to, field: key } = action
  const field = own.get(key)
  if ('expression' in to) {
    for (const fault of expressionFaults(to.expression, checking.fields))
      report(fault.code, ['to', 'expression'], placed(fault.message, fault.position))
  } else if ('through' in to) {
    const through = own.get(to.through)
    if (through === undefined) report('unknown_field', ['to', 'through'], `Unknown field "${to.through}"`)
    else if (!fieldTraits(through).links)
      report('invalid_type', ['to', 'through'], 'This must be a reference field of the app')
    else if (linked?.get(to.through)?.has(to.field) === false)
      report('unknown_field', ['to', 'field'], `The other app has no field "${to.field}"`)
  } else if (field !== undefined && to.value !== null && to.value !== fieldType(field).momentary) {
    const { normalize } = checking.parts
    if (normalize !== undefined && normalize(key, to.value) === null)
      report('invalid_value', ['to', 'value'], `"${key}" can’t have this value`)
  }
}
