import type { ExpectedItem, Expectation } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { CompiledWorkflow } from '../compile.ts'
import type { Aspect, FormOutcome, ItemState } from '../form-context.ts'
import { saidText, WITHHELD } from '@caseloom/contract/apps/message-names'
import type { FormFields } from '../tests.ts'
import { same } from '../tests.ts'
import { isOpenField } from '../test-problems.ts'

export type ExpectedMessage = Expectation['messages'][number]

/** One way in which an outcome isn't what a test expects. */
export type TestDifference =
  /** The test names a field that doesn't exist. */
  | { kind: 'missing'; field: string }
  | { kind: 'item'; item: string; aspect: Aspect; expected: boolean; actual: boolean }
  /** Null where all options are offered. */
  | { kind: 'offered'; field: string; expected: readonly string[] | null; actual: readonly string[] | null }
  /** Absent where no rule sets the field. */
  | { kind: 'value'; field: string; expected?: JsonValue; actual?: JsonValue }
  | { kind: 'message'; message: ExpectedMessage; isExpected: boolean }

const ASPECTS: readonly Aspect[] = ['visible', 'collapsed', 'required', 'readOnly', 'offered']
const FIELD = 'field:'

/** What a test of this outcome expects: what rules decided, set, offered, and said. */
export function expectationOf({ fields }: CompiledWorkflow, outcome: FormOutcome): Expectation {
  const items = [...outcome.items].flatMap(([item, state]) => {
    const expected = decisionsOf(fields, item, state)
    return Object.keys(expected).length === 0 ? [] : [[item, expected] as const]
  })
  return {
    items: Object.fromEntries(items),
    options: Object.fromEntries([...outcome.options].map(([field, keys]) => [field, [...keys]])),
    values: Object.fromEntries(
      Object.entries(outcome.values).filter(([field]) => isOpenField(fields, field)),
    ),
    messages: messagesOf(fields, outcome),
  }
}

/** What rules decided about an item, and what it is without them where that isn't what it is otherwise. */
function decisionsOf(fields: FormFields, item: string, state: ItemState): ExpectedItem {
  const found = ASPECTS.flatMap((aspect) => {
    const decision = state[aspect]
    if (decision === undefined) return []
    const isPlain = decision.by.length === 0 && decision.value === usual(fields, item, aspect)
    return isPlain ? [] : [[aspect, decision.value] as const]
  })
  return Object.fromEntries(found)
}

/** What an item is while no rule has to do with it. */
function usual({ own }: FormFields, item: string, aspect: Aspect): boolean {
  if (aspect === 'visible' || aspect === 'offered') return true
  const field = item.startsWith(FIELD) ? own.get(item.slice(FIELD.length)) : undefined
  if (aspect === 'required') return field?.required === true
  return aspect === 'readOnly' && field?.readOnly === true
}

/** Everyone who builds the app sees tests: they hold no values of fields that only some roles can read. */
function messagesOf(fields: FormFields, { messages }: FormOutcome): ExpectedMessage[] {
  return messages.map(({ level, at, ...message }) => ({
    level,
    text: saidText(message, ({ field, words }) => (isOpenField(fields, field) ? words : WITHHELD)),
    ...(at === undefined ? {} : { at }),
  }))
}

/** Where an outcome differs from what is expected; what names missing fields is left out. */
export function differencesFrom(
  { fields }: CompiledWorkflow,
  expect: Expectation,
  outcome: FormOutcome,
): TestDifference[] {
  return [
    ...itemDifferences(fields, expect, outcome),
    ...optionDifferences(fields, expect, outcome),
    ...valueDifferences(fields, expect, outcome),
    ...messageDifferences(expect.messages, messagesOf(fields, outcome)),
  ]
}

function itemDifferences(fields: FormFields, { items }: Expectation, outcome: FormOutcome) {
  const names = new Set([...Object.keys(items), ...outcome.items.keys()])
  return [...names].flatMap((item): TestDifference[] => {
    if (item.startsWith(FIELD) && !fields.own.has(item.slice(FIELD.length))) return []
    return ASPECTS.flatMap((aspect) => {
      const expected = items[item]?.[aspect] ?? usual(fields, item, aspect)
      const actual = outcome.items.get(item)?.[aspect]?.value ?? usual(fields, item, aspect)
      return expected === actual ? [] : [{ kind: 'item', item, aspect, expected, actual }]
    })
  })
}

function optionDifferences({ own }: FormFields, { options }: Expectation, outcome: FormOutcome) {
  const names = new Set([...Object.keys(options), ...outcome.options.keys()])
  return [...names].flatMap((field): TestDifference[] => {
    const [expected = null, actual = null] = [options[field], outcome.options.get(field)]
    const isSame = expected?.join('\n') === actual?.join('\n')
    return isSame || !own.has(field) ? [] : [{ kind: 'offered', field, expected, actual }]
  })
}

function valueDifferences(fields: FormFields, { values }: Expectation, outcome: FormOutcome) {
  const names = new Set([...Object.keys(values), ...Object.keys(outcome.values)])
  return [...names].flatMap((field): TestDifference[] => {
    if (!fields.own.has(field) || !isOpenField(fields, field)) return []
    const [expected, actual] = [values[field], outcome.values[field]]
    if (expected === undefined && actual === undefined) return []
    if (expected !== undefined && actual !== undefined && same(expected, actual)) return []
    return [
      {
        kind: 'value',
        field,
        ...(expected === undefined ? {} : { expected }),
        ...(actual === undefined ? {} : { actual }),
      },
    ]
  })
}

function messageDifferences(
  expected: readonly ExpectedMessage[],
  actual: readonly ExpectedMessage[],
): TestDifference[] {
  const named = (message: ExpectedMessage) => `${message.level}\n${message.at ?? ''}\n${message.text}`
  const lacking = (list: readonly ExpectedMessage[], others: readonly ExpectedMessage[]) => {
    const left = others.map(named)
    return list.filter((message) => {
      const at = left.indexOf(named(message))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  return [
    ...lacking(expected, actual).map((message) => ({ kind: 'message', message, isExpected: true }) as const),
    ...lacking(actual, expected).map((message) => ({ kind: 'message', message, isExpected: false }) as const),
  ]
}
