import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { GroupUnit } from '@caseloom/contract/records/grouping'
import { MAX_GROUPS } from '@caseloom/contract/records/search'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'

/** What an index can count group by group: the values of a column, or its days, weeks, or months. */
export type GroupSource =
  /** Values that are known before: options, true and false. */
  { by: 'known'; column: string; type: string; isList: boolean; values: readonly string[] } | DateSource

export interface DateSource {
  by: 'dates'
  /** SQL over the alias t. */
  column: string
  /** Days of the calendar, which are in no zone. */
  isDay: boolean
  /** False for facts that every record has. */
  mayBeEmpty: boolean
  unit: GroupUnit
  zone: string
}

/** How the groups of a field are counted. */
export interface WantedGroups {
  /** The field, or the fact of every record. */
  key: string
  /** Null when facets count the groups: people, and more options than a list has groups. */
  source: GroupSource | null
  /** Values in their order, where they have one. */
  options: readonly string[] | null
  facet: FieldColumn | 'created_by' | 'updated_by'
}

/** How to count the groups of a field or fact that fits a grouping. */
export function groupSource(
  app: AppTable,
  key: string,
  unit: GroupUnit | undefined,
  zone: string,
): WantedGroups {
  const field = app.byKey.get(key)
  if (field === undefined) return factSource(key, unit, zone)
  const column = `t.${field.column}`
  const { day, instant, several } = kindTraits(field.kind)
  const common = { key, facet: field }
  if (unit !== undefined && (day || instant))
    return {
      ...common,
      source: { by: 'dates', column, isDay: day, mayBeEmpty: true, unit, zone },
      options: null,
    }
  const options = optionsOf(field)
  if (options === null || options.length > MAX_GROUPS) return { ...common, source: null, options }
  const type = field.sqlType.replace('[]', '')
  return { ...common, source: { by: 'known', column, type, isList: several, values: options }, options }
}

function factSource(key: string, unit: GroupUnit | undefined, zone: string): WantedGroups {
  const facet = key === 'updated_by' || key === 'updated_at' ? 'updated_by' : 'created_by'
  const source: GroupSource | null =
    unit === undefined
      ? null
      : {
          by: 'dates',
          column: key === 'updated_at' ? 't.updated_at' : 't.created_at',
          isDay: false,
          mayBeEmpty: false,
          unit,
          zone,
        }
  return { key, source, options: null, facet }
}

function optionsOf({ definition, kind }: FieldColumn): string[] | null {
  if (kindTraits(kind).truth) return ['true', 'false']
  return 'options' in definition ? definition.options.map(({ key }) => key) : null
}
