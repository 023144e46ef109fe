import type { AppView } from '@caseloom/contract/apps'
import type { Field, FieldType } from '@caseloom/contract/fields'
import type { RecordView } from '@caseloom/contract/records'
import type { GridColumn } from '../../ui/grid/grid-column.ts'
import { DateTime, TimeAgo } from '../../ui/Times.tsx'
import { fieldValue, type People } from '../../ui/fields/FieldValue.tsx'
import { textOf } from '../../ui/fields/field-text.ts'
import { RecordMarks } from './rights/RecordMarks.tsx'

const WIDTHS: Record<FieldType, number> = {
  text: 160,
  number: 96,
  datetime: 148,
  selection: 116,
  user: 140,
  json: 160,
  url: 200,
  date: 112,
  time: 88,
  duration: 96,
  list: 180,
  group: 140,
  attachment: 180,
  reference: 180,
  comments: 96,
  formula: 72,
  technique: 160,
  observables: 200,
  tasks: 80,
  clock: 128,
  system: 140,
}

const UNSORTED: ReadonlySet<FieldType> = new Set<FieldType>([
  'json',
  'list',
  'attachment',
  'reference',
  'comments',
  'observables',
  'tasks',
])

/** Types whose digits stand under each other. */
const TABULAR: ReadonlySet<FieldType> = new Set<FieldType>(['number', 'datetime', 'date', 'time', 'duration'])

type Say = (key: string) => string

/** The columns of an app's list: tracking id, title, the chosen fields, age. */
export function listColumns(app: AppView, people: People, t: Say): GridColumn<RecordView>[] {
  const chosen = app.listColumns
    .map((key) => app.fields.find((field) => field.key === key))
    .filter((field) => field !== undefined)
    .filter((field) => field.key !== app.titleField)
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
          {titleOf(app, row)}
          <RecordMarks record={row} />
        </>
      ),
      text: (row) => titleOf(app, row),
    },
    ...chosen.map((field) => fieldColumn(field, people, t)),
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

export function titleOf(app: AppView, record: RecordView): string {
  const value = record.fields[app.titleField]
  return typeof value === 'string' && value !== '' ? value : record.trackingId
}

function fieldColumn(field: Field, people: People, t: Say): GridColumn<RecordView> {
  return {
    key: field.key,
    label: field.label,
    width: WIDTHS[field.type],
    sortable: !UNSORTED.has(field.type) && !('multiple' in field && field.multiple),
    ...(field.type === 'number' || field.type === 'duration' ? { align: 'end' as const } : {}),
    proportional: !TABULAR.has(field.type),
    render: (row) => {
      const value = row.fields[field.key]
      if (field.type === 'datetime' && typeof value === 'string') return <DateTime at={value} />
      return fieldValue({ field, value, people, nobody: t('nobody'), compact: true })
    },
    text: (row) => textOf(field, row.fields[field.key], people),
  }
}
