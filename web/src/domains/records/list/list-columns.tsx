import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordPage } from '@caseloom/contract/records/records'
import { isSortable, webType } from '../../../field-types/registry.ts'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { formatDateTime } from '../../../ui/time.ts'
import { DateTime, TimeAgo } from '../../../ui/Times.tsx'
import type { People } from '../../../field-types/field-type.ts'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { shownField } from '../../../field-types/parts/shown-field.ts'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { HitOr, OtherHit } from '../search/Hits.tsx'
import { RecordMarks } from '../permissions/RecordMarks.tsx'

type Say = (key: string) => string

/** A record with its match positions. */
export type ListRow = RecordPage['items'][number]

/** The columns of an app's list by default. */
export function usualColumns(app: AppView): string[] {
  // An app can include the first and the last one too.
  return [...new Set(['tracking_id', app.titleField, ...app.listColumns, 'created_at'])]
}

export function listColumns(app: AppView, people: People, t: Say): GridColumn<ListRow>[] {
  const usual = app.listColumns.map((key) => app.fields.find((field) => field.key === key))
  const first = usual.filter((field) => field !== undefined)
  const others = app.fields.filter((field) => !first.includes(field) && !fieldTraits(field).thread)
  const chosen = [...first, ...others].filter((field) => field.key !== app.titleField)
  const title = app.fields.find((field) => field.key === app.titleField)
  return [
    {
      key: 'tracking_id',
      label: t('id'),
      width: 92,
      quiet: true,
      proportional: true,
      sortable: true,
      render: (row) => row.trackingId,
    },
    {
      key: app.titleField,
      label: title?.label ?? app.titleField,
      title: true,
      sortable: true,
      render: (row) => (
        <>
          <RecordMarks record={row} />
          <HitOr row={row} field={app.titleField}>
            {titleOf(app, row)}
          </HitOr>
          <OtherHit row={row} app={app} />
        </>
      ),
      text: (row) => titleOf(app, row),
    },
    ...chosen.map((field) => fieldColumn(field, people, t)),
    actorColumn('created_by', t('createdBy'), (row) => row.createdBy.name),
    actorColumn('updated_by', t('updatedBy'), (row) => row.updatedBy.name),
    {
      key: 'updated_at',
      label: t('updated'),
      width: 92,
      align: 'end',
      quiet: true,
      sortable: true,
      render: (row) => <TimeAgo at={row.updatedAt} />,
    },
    {
      key: 'created_at',
      label: t('age'),
      width: 72,
      align: 'end',
      quiet: true,
      sortable: true,
      render: (row) => <TimeAgo at={row.createdAt} />,
    },
  ]
}

export function titleOf(app: AppView, record: Pick<ListRow, 'fields' | 'trackingId'>): string {
  const value = record.fields[app.titleField]
  return typeof value === 'string' && value !== '' ? straight(value) : record.trackingId
}

function widthFor(usual: number, label: string): number {
  return Math.max(usual, Math.min(160, Math.round(label.length * 6.4) + 24))
}

function fieldColumn(own: Field, people: People, t: Say): GridColumn<ListRow> {
  if (isFact(own)) return factColumn(own, people)
  const field = shownField(own)
  const { alignEnd, tabular, width } = webType(field)
  return {
    key: field.key,
    label: field.label,
    width: widthFor(width, field.label),
    sortable: isSortable(field),
    ...(alignEnd === true ? { align: 'end' as const } : {}),
    proportional: tabular !== true,
    render: (row) => {
      const value = row.fields[field.key]
      return (
        <HitOr row={row} field={field.key}>
          {fieldValue({ field, value, people, noOne: t('noOne'), compact: true })}
        </HitOr>
      )
    },
    text: (row) => straight(textOf(field, row.fields[field.key], people)),
  }
}

function isFact(field: Field): field is Field & { type: 'system' } {
  return fieldType(field).fact === true
}

/** A system field in the layout: sorted by the fact, shown without its history. */
function factColumn({ key, label, of }: Field & { type: 'system' }, { zone }: People): GridColumn<ListRow> {
  const isTime = of === 'created_at' || of === 'updated_at'
  const text = (row: ListRow) =>
    isTime ? formatDateTime(new Date(factText(of, row)), zone) : factText(of, row)
  return {
    key,
    label,
    width: webType({ type: 'system' }).width,
    quiet: true,
    proportional: !isTime,
    sortable: of !== 'history',
    render: (row) => (isTime ? <DateTime at={factText(of, row)} /> : text(row)),
    text,
  }
}

function factText(of: (Field & { type: 'system' })['of'], row: ListRow): string {
  switch (of) {
    case 'tracking_id':
      return row.trackingId
    case 'created_at':
      return row.createdAt
    case 'updated_at':
      return row.updatedAt
    case 'created_by':
      return row.createdBy.name
    case 'updated_by':
      return row.updatedBy.name
    case 'history':
      return ''
    default:
      return of satisfies never
  }
}

function actorColumn(key: string, label: string, name: (row: ListRow) => string): GridColumn<ListRow> {
  return { key, label, width: 140, quiet: true, proportional: true, sortable: true, render: name, text: name }
}
