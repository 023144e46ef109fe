import type { Expectation, WorkflowTest } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { itemOfName } from '@caseloom/workflow/compile'
import type { TestDifference } from '@caseloom/workflow/sample-tests/expectations'
import type { Say } from '../../../../field-types/field-type.ts'
import {
  itemLabel,
  labelOf,
  type Vocabulary,
  valueWords,
} from '../../../../field-types/workflow/rule-words.ts'

/** What puts tests into words: the names of the app, and the texts of the editor. */
export interface TestWords {
  words: Vocabulary
  t: Say
}

/** An item of the form by its name. */
export function nameOf({ words }: TestWords, item: string): string {
  return itemLabel(words, itemOfName(item))
}

/** What an item is, such as required or hidden. */
export function stateText({ t }: TestWords, aspect: string, value: boolean): string {
  return t(`tests.states.${aspect}.${value ? 'on' : 'off'}`)
}

/** A value as its field shows it. */
export function valueText({ words, t }: TestWords, field: string, value: JsonValue): string {
  return valueWords(words, field, value) || t('tests.empty')
}

function optionsText({ words, t }: TestWords, field: string, keys: readonly string[] | null): string {
  if (keys === null) return t('tests.allOptions')
  const known = words.subjects.find(({ key }) => key === field)?.field
  const labels = new Map(
    known !== undefined && 'options' in known ? known.options.map(({ key, label }) => [key, label]) : [],
  )
  return keys.length === 0 ? t('tests.noOptions') : keys.map((key) => labels.get(key) ?? key).join(', ')
}

/** What is expected, a line for each part. */
export function expectedTexts(own: TestWords, { items, options, values, messages }: Expectation): string[] {
  const { words, t } = own
  return [
    ...Object.entries(items).map(([item, state]) => {
      const states = Object.entries(state).map(([aspect, value]) => stateText(own, aspect, value === true))
      return t('tests.item', { name: nameOf(own, item), states: states.join(', ') })
    }),
    ...Object.entries(values).map(([field, value]) =>
      t('tests.value', { name: labelOf(words, field), value: valueText(own, field, value) }),
    ),
    ...Object.entries(options).map(([field, keys]) =>
      t('tests.options', { name: labelOf(words, field), options: optionsText(own, field, keys) }),
    ),
    ...messages.map(({ level, text }) => t('tests.message', { level: t(`tests.levels.${level}`), text })),
  ]
}

/** How an outcome differs, in one line. */
export function differenceText(own: TestWords, difference: TestDifference): string {
  const { words, t } = own
  switch (difference.kind) {
    case 'missing':
      return t('tests.missing', { field: difference.field })
    case 'item': {
      const { item, aspect, expected, actual } = difference
      const [wanted, found] = [stateText(own, aspect, expected), stateText(own, aspect, actual)]
      return t('tests.differs', { name: nameOf(own, item), wanted, found })
    }
    case 'offered': {
      const { field, expected, actual } = difference
      const [wanted, found] = [optionsText(own, field, expected), optionsText(own, field, actual)]
      return t('tests.differs', { name: labelOf(words, field), wanted, found })
    }
    case 'value': {
      const { field, expected, actual } = difference
      const text = (value: JsonValue | undefined) =>
        value === undefined ? t('tests.notSet') : t('tests.set', { value: valueText(own, field, value) })
      return t('tests.differs', { name: labelOf(words, field), wanted: text(expected), found: text(actual) })
    }
    case 'message':
      return t(difference.isExpected ? 'tests.messageMissing' : 'tests.messageExtra', {
        text: difference.message.text,
      })
    default:
      return difference satisfies never
  }
}

/** How a test opens the form: on which occasion, and as which role. */
export function openedText({ words, t }: TestWords, { opened, role }: WorkflowTest): string {
  const occasion = words.say(`occasions.${opened}`)
  return role === undefined
    ? t('tests.opened', { occasion })
    : t('tests.openedAs', { occasion, role: words.role(role) })
}
