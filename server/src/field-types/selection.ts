import { foldText } from '@caseloom/contract/values/normalize-text'
import type { SelectionOption } from '@caseloom/contract/field-types/selection'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { itemsOf, plainText } from './cells.ts'
import type { KindRules, ServerFieldType, SettingFault } from './field-type.ts'
import { LIST_COLUMN } from './lists.ts'
import type { ParsedValue, ValueIssue } from './parsed-value.ts'
import { issue, wrongType } from './parsing.ts'

type Options = readonly SelectionOption[]

export const selectionType: ServerFieldType<'selection'> = {
  parse: ({ multiple, options }, raw) => {
    const keys = options.map(({ key }) => key)
    return multiple ? parseSeveral(raw, keys) : parseOne(raw, keys)
  },
  faults: (field) => [...doubleKeys(field.options), ...controlFaults(field), ...retiredFaults(field)],
  convert: {
    toText: (value, { options }) => options.find(({ key }) => key === value)?.label ?? String(value),
    fromText: (text, { options }) => {
      const keys = new Map(options.map((option) => [foldText(option.label), option.key]))
      for (const option of options) keys.set(option.key, option.key)
      return keys.get(text) ?? keys.get(foldText(text))
    },
  },
  indexRank: ({ multiple }) => (multiple ? 3 : 0),
}

export const selectionKinds = {
  option: {
    sqlType: 'text',
    sortType: 'text',
    index: (column) => `btree (${column}, created_at, id)`,
    toCell: plainText,
    fromCell: (cell, field) => ({ raw: optionKey(optionsOf(field), cell) }),
  },
  options: {
    ...LIST_COLUMN,
    fromCell: (cell, field) => ({ raw: optionKeys(optionsOf(field), cell) }),
  },
} satisfies Record<string, KindRules>

function optionsOf(field: Field): Options {
  return 'options' in field ? field.options : []
}

function parseOne(raw: JsonValue, options: readonly string[]): ParsedValue {
  if (typeof raw !== 'string') return wrongType('the key of an option')
  return options.includes(raw)
    ? { value: raw }
    : issue('unknown_option', 'No such option', { options: options.slice(0, 50) })
}

function parseSeveral(raw: JsonValue, options: readonly string[]): ParsedValue {
  if (!Array.isArray(raw)) return wrongType('a list of option keys')
  const issues: ValueIssue[] = []
  for (const [at, item] of raw.entries()) {
    for (const found of parseOne(item, options).issues ?? []) issues.push({ ...found, path: [at] })
  }
  if (issues.length > 0) return { issues: issues.slice(0, 100) }
  const value = options.filter((option) => raw.includes(option))
  return { value: value.length === 0 ? null : value }
}

function doubleKeys(options: Options): SettingFault[] {
  const seen = new Set<string>()
  return options.flatMap(({ key }, at) => {
    const double = seen.has(key)
    seen.add(key)
    return double
      ? [{ path: ['options', at, 'key'], code: 'duplicate', message: `Two options have the key "${key}"` }]
      : []
  })
}

type Definition = Parameters<NonNullable<typeof selectionType.faults>>[0]

function controlFaults({ control, multiple }: Definition): SettingFault[] {
  const fits = control === undefined || control === 'menu' || (control === 'checkbox') === multiple
  if (fits) return []
  const message = multiple ? 'Radio buttons allow only one value' : 'Checkboxes require several values'
  return [{ path: ['control'], code: 'not_allowed', message }]
}

function retiredFaults({ default: preset, options }: Definition): SettingFault[] {
  const given = Array.isArray(preset) ? preset : [preset]
  if (options.some(({ key, retired }) => retired === true && given.includes(key)))
    return [{ path: ['default'], code: 'retired_option', message: 'A retired option can’t be the default' }]
  return options.every(({ retired }) => retired === true)
    ? [{ path: ['options'], code: 'required', message: 'At least one option must be available' }]
    : []
}

/** The key of the option that the cell names by key or by label; else the cell itself, which the parser refuses. */
function optionKey(options: Options, cell: string): string {
  const text = cell.trim()
  const folded = foldText(text)
  const found =
    options.find((option) => option.key === text) ??
    options.find((option) => foldText(option.label.trim()) === folded) ??
    options.find((option) => option.key === folded)
  return found?.key ?? text
}

function optionKeys(options: Options, cell: string): JsonValue {
  const parts = itemsOf(cell)
  const isKey = (part: JsonValue) => options.some(({ key }) => key === part)
  if (parts.every(isKey)) return parts
  // A label may hold a comma.
  const whole = optionKey(options, cell)
  return isKey(whole) ? [whole] : parts.map((part) => optionKey(options, String(part)))
}
