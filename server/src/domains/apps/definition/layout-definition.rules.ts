import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { type FieldInput, SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import type { FormatRule, LayoutBlock, LayoutSection } from '@caseloom/contract/apps/layout'
import type { AppShape } from './app-definition.ts'
import type { ConditionCheck } from './condition-definition.rules.ts'
import { conditionShapes, conditionsOf } from './condition-definition.rules.ts'

type Path = (string | number)[]
type Keys = ReadonlyMap<string, FieldInput>

function issue(path: Path, code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}

/** Faults of the layouts of an app, and of the marks in its list. */
export function layoutIssues(shape: AppShape, keys: Keys, check: ConditionCheck): Issue[] {
  const { layouts = [] } = shape
  const ids = layouts.map(({ id }) => id)
  return [
    ...sectionsIssues(shape.layout, ['layout'], keys),
    ...layouts.flatMap((one, at) => [
      ...double(ids, at, ['layouts', at, 'id'], 'layouts'),
      ...sectionsIssues(one.sections, ['layouts', at, 'sections'], keys),
    ]),
    ...formatIssues(shape.formats ?? [], keys, check),
  ]
}

function double(ids: readonly (string | undefined)[], at: number, path: Path, what: string): Issue[] {
  const id = ids[at]
  if (id === undefined || ids.indexOf(id) === at) return []
  return [issue(path, 'duplicate', `Two ${what} have the ID "${id}"`)]
}

function sectionsIssues(sections: readonly LayoutSection[], path: Path, keys: Keys): Issue[] {
  const seen = new Set<string>()
  const ids = sections.map(({ id }) => id)
  const blocks = sections.flatMap(({ blocks: own = [] }) => own.map(({ id }) => id))
  let before = 0
  return sections.flatMap((section, at) => {
    const { blocks: own = [] } = section
    const first = before
    before += own.length
    return [
      ...double(ids, at, [...path, at, 'id'], 'sections'),
      ...fieldIssues(section.fields, [...path, at, 'fields'], { keys, seen }),
      ...own.flatMap((block, index) => blockIssues(block, [...path, at, 'blocks', index], keys)),
      ...own.flatMap(({ id }, index) =>
        blocks.indexOf(id) === first + index
          ? []
          : [issue([...path, at, 'blocks', index, 'id'], 'duplicate', `Two blocks have the ID "${id}"`)],
      ),
    ]
  })
}

/** What a block still lacks, and fields that it names and the app lacks. */
function blockIssues(block: LayoutBlock, path: Path, keys: Keys): Issue[] {
  const lacks = (part: string, message: string) => [issue([...path, part], 'required', message)]
  if (block.kind === 'image')
    return [
      ...(block.image === undefined ? lacks('image', 'Upload an image') : []),
      ...(block.alt === '' ? lacks('alt', 'Describe the image for people who can’t see it') : []),
    ]
  if (block.kind !== 'widget') return []
  return [
    ...(block.dashboard === undefined || block.widget === undefined
      ? lacks('widget', 'Choose a widget')
      : []),
    ...block.match.flatMap(({ from }, at) =>
      from === '$record' ? [] : matchIssues(from, [...path, 'match', at, 'from'], keys),
    ),
  ]
}

function matchIssues(from: string, path: Path, keys: Keys): Issue[] {
  const field = keys.get(from)
  if (field === undefined) return [issue(path, 'unknown_field', `Unknown field "${from}"`)]
  const { links, thread, clock } = fieldTraits(field)
  return links || thread || clock ? [issue(path, 'not_allowed', `"${from}" has no value to match by`)] : []
}

interface Placing {
  keys: Keys
  /** Keys that earlier sections hold. */
  seen: Set<string>
}

function fieldIssues(fields: readonly string[], path: Path, { keys, seen }: Placing): Issue[] {
  return fields.flatMap((key, index) => {
    const place: Path = [...path, index]
    if (!keys.has(key)) return [issue(place, 'unknown_field', `Unknown field "${key}"`)]
    const isDouble = seen.has(key)
    seen.add(key)
    return isDouble ? [issue(place, 'duplicate', `"${key}" is in the layout twice`)] : []
  })
}

/** Marks are decided in the browser by the row alone: links and threads are outside of it. */
function formatIssues(rules: readonly FormatRule[], keys: Keys, check: ConditionCheck): Issue[] {
  const system: readonly string[] = SYSTEM_FIELDS
  const ids = rules.map(({ id }) => id)
  const shapes = conditionShapes([...keys.values()])
  return rules.flatMap((rule, at) => {
    const path: Path = ['formats', at]
    const outside = conditionsOf(rule.when, [...path, 'when']).flatMap(({ condition, path: place }) => {
      const field = condition === null ? undefined : keys.get(condition.field)
      const isOutside = field !== undefined && (fieldTraits(field).links || fieldTraits(field).thread)
      if (condition !== null && !isOutside) return []
      return [issue(place, 'not_allowed', 'A mark can only use values of the record itself')]
    })
    return [
      ...double(ids, at, [...path, 'id'], 'formats'),
      ...outside,
      ...(outside.length > 0 ? [] : check(shapes, rule.when)).map((found) => ({
        ...found,
        path: ['body', ...path, 'when', ...found.path],
      })),
      ...(rule.columns ?? []).flatMap((column, index) =>
        keys.has(column) || system.includes(column)
          ? []
          : [issue([...path, 'columns', index], 'unknown_field', `Unknown field "${column}"`)],
      ),
    ]
  })
}
