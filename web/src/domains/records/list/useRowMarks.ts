import type { AppView } from '@caseloom/contract/apps/apps'
import type { Filter } from '@caseloom/contract/values/filter'
import type { FormatRule } from '@caseloom/contract/apps/layout'
import type { MarkRecord, RecordMarks } from '@caseloom/workflow/formats'
import { useEffect, useMemo, useState } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { type Hue, hueOf } from '../../../ui/glyphs/hue.ts'
import type { ListRow } from './list-columns.tsx'

const NO_RULES: FormatRule[] = []

/** The marks of the app's list, once what decides them is loaded; null without any. */
export function useRowMarks(app: AppView): ((row: ListRow) => RecordMarks) | null {
  const { userId, timeZone } = useTenantScope()
  const { formats = NO_RULES, fields } = app
  const [mark, setMark] = useState<MarkRecord | null>(null)
  useEffect(() => {
    if (formats.length === 0) return
    let isCurrent = true
    void import('@caseloom/workflow/formats').then(({ compileFormats }) => {
      const moment = { userId, now: new Date().toISOString(), zone: timeZone }
      if (isCurrent) setMark(() => compileFormats(formats, fields, moment))
    })
    return () => {
      isCurrent = false
    }
  }, [formats, fields, userId, timeZone])
  return useMemo(() => {
    if (mark === null || formats.length === 0) return null
    const known = new WeakMap<ListRow, RecordMarks>()
    return (row) => {
      const before = known.get(row)
      if (before !== undefined) return before
      const marks = mark(valuesOf(row))
      known.set(row, marks)
      return marks
    }
  }, [mark, formats])
}

function valuesOf(row: ListRow) {
  return {
    ...row.fields,
    tracking_id: row.trackingId,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    created_by: row.createdBy.id,
    updated_by: row.updatedBy.id,
  }
}

/** Fields that the conditions of marks read: the list asks for them too. */
export function markedFields({ formats = NO_RULES, fields }: AppView): string[] {
  const keys = new Set(formats.flatMap(({ when }) => namedIn(when)))
  return fields.map(({ key }) => key).filter((key) => keys.has(key))
}

function namedIn(filter: Filter): string[] {
  if ('all' in filter) return filter.all.flatMap(namedIn)
  if ('any' in filter) return filter.any.flatMap(namedIn)
  if ('not' in filter) return namedIn(filter.not)
  // A part of a clock is named after it: `sla.state`.
  return 'has' in filter ? [] : [filter.field.split('.')[0] ?? filter.field]
}

export function rowHue(marks: RecordMarks): Hue | undefined {
  return marks.row === null ? undefined : hueOf(marks.row.color)
}
