import type { JsonValue } from '@caseloom/contract/kernel/json'
import { itemOfName } from '../compile.ts'
import type { Aspect } from '../form-context.ts'
import { itemLabel, type SentenceNames, valueSentence } from '../sentences.ts'
import type { TestDifference } from './expectations.ts'

const STATES: Record<Aspect, readonly [on: string, off: string]> = {
  visible: ['shown', 'hidden'],
  collapsed: ['collapsed', 'expanded'],
  required: ['required', 'optional'],
  readOnly: ['read-only', 'editable'],
  offered: ['offered', 'not offered'],
}

interface DifferenceNames extends SentenceNames {
  /** Of other fields, values and options aren’t mentioned. */
  isReadable: (key: string) => boolean
}

/** How the outcome of a test differs, as one sentence: "Source: expected required, now optional". */
export function differenceSentence(difference: TestDifference, names: DifferenceNames): string {
  switch (difference.kind) {
    case 'missing':
      return `The field “${difference.field}” doesn’t exist`
    case 'item': {
      const { item, aspect, expected, actual } = difference
      const [on, off] = STATES[aspect]
      return differs(itemLabel(itemOfName(item), names), expected ? on : off, actual ? on : off)
    }
    case 'offered': {
      const { field, expected, actual } = difference
      return comparison(
        field,
        [optionWords(expected, field, names), optionWords(actual, field, names)],
        names,
      )
    }
    case 'value': {
      const { field, expected, actual } = difference
      return comparison(field, [setWords(expected, field, names), setWords(actual, field, names)], names)
    }
    case 'message': {
      const { message, isExpected } = difference
      return isExpected
        ? `Expected message “${message.text}” isn’t shown`
        : `Message “${message.text}” is shown but not expected`
    }
    default:
      return difference satisfies never
  }
}

function differs(name: string, expected: string, actual: string): string {
  return `${name.replace(/^the /, 'The ')}: expected ${expected}, now ${actual}`
}

function comparison(field: string, words: readonly [string, string], names: DifferenceNames): string {
  const name = itemLabel({ field }, names)
  return names.isReadable(field) ? differs(name, ...words) : `${name}: differs`
}

function optionWords(keys: readonly string[] | null, field: string, names: DifferenceNames): string {
  if (keys === null) return 'all options'
  return keys.length === 0 ? 'no options' : keys.map((key) => valueSentence(key, field, names)).join(', ')
}

function setWords(value: JsonValue | undefined, field: string, names: DifferenceNames): string {
  return value === undefined ? 'not set' : `set to ${valueSentence(value, field, names)}`
}
