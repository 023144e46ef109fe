import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../data/people.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import type { People } from '../../field-types/field-type.ts'
import { fieldValue } from '../../field-types/parts/FieldValue.tsx'
import { DateTime } from '../../ui/Times.tsx'
import classes from './Dashboards.module.css'

interface TableRowsProps {
  widget: Extract<Widget, { kind: 'table' }>
  data: Extract<WidgetData, { kind: 'table' }>
  app: AppView | undefined
}

export function TableRows({ widget, data, app }: TableRowsProps) {
  const { t } = useTranslation('workspaces')
  const { t: say } = useTranslation('fields')
  const scope = useTenantScope()
  const people = usePeople()
  if (data.items.length === 0) return <p className={classes.quiet}>{t('widget.noData')}</p>
  const words = { people, noOne: say('noOne') }
  return (
    <table className={classes.rows} aria-label={widget.title}>
      <thead>
        <tr>
          {widget.columns.map((column) => (
            <th key={column} scope="col">
              {app?.fields.find(({ key }) => key === column)?.label ?? say(`system.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.items.map((record) => (
          <tr key={record.id}>
            {widget.columns.map((column, at) => (
              <td key={column}>
                {at === 0 ? (
                  <Link to={paths.record(scope, widget.app, record.id)}>
                    {cell(record, column, app, words) ?? record.trackingId}
                  </Link>
                ) : (
                  cell(record, column, app, words)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cell(
  record: RecordView,
  column: string,
  app: AppView | undefined,
  words: { people: People; noOne: string },
): ReactNode {
  switch (column) {
    case 'tracking_id':
      return record.trackingId
    case 'created_at':
      return <DateTime at={record.createdAt} />
    case 'updated_at':
      return <DateTime at={record.updatedAt} />
    case 'created_by':
      return record.createdBy.name
    case 'updated_by':
      return record.updatedBy.name
    default: {
      const field = app?.fields.find(({ key }) => key === column)
      return field === undefined
        ? null
        : fieldValue({ field, value: record.fields[column], ...words, compact: true })
    }
  }
}
