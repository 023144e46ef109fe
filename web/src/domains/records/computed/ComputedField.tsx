import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { KeyValue } from '../../../ui/KeyValueForm.tsx'
import { DateTime, TimeAgo } from '../../../ui/Times.tsx'
import { fieldLogic } from '../logic/field-logic.tsx'
import { historyQuery } from '../model/records.queries.ts'
import classes from './Computed.module.css'

interface ComputedFieldProps {
  field: Field
  record: RecordView
  labelOf: (key: string) => string
  people: ReturnType<typeof usePeople>
}

/** A value set by the product: a formula, a timestamp, a system field. */
export function ComputedField({ field, record, labelOf, people }: ComputedFieldProps) {
  const { t } = useTranslation('records')
  const fault = record.faults?.[field.key]
  const value = isFact(field) ? (
    <Fact field={field} record={record} labelOf={labelOf} />
  ) : fault === undefined ? (
    fieldValue({ field, value: record.fields[field.key], people, noOne: t('noOne') })
  ) : (
    <span className={classes.fault}>{t('computed.fault', { reason: fault })}</span>
  )
  return (
    <KeyValue
      {...fieldLogic(field.key)}
      label={field.label}
      value={value}
      locked
      help={field.help}
      wide={isFact(field) && field.of === 'history'}
    />
  )
}

function isFact(field: Field): field is Field & { type: 'system' } {
  return fieldType(field).fact === true
}

interface FactProps {
  field: Field & { type: 'system' }
  record: RecordView
  labelOf: (key: string) => string
}

function Fact({ field, record, labelOf }: FactProps): ReactNode {
  switch (field.of) {
    case 'tracking_id':
      return record.trackingId
    case 'created_at':
      return <DateTime at={record.createdAt} seconds />
    case 'updated_at':
      return <DateTime at={record.updatedAt} seconds />
    case 'created_by':
      return record.createdBy.name
    case 'updated_by':
      return record.updatedBy.name
    case 'history':
      return <LastChanges record={record} labelOf={labelOf} />
    default:
      return field.of satisfies never
  }
}

const SHOWN = 5

function LastChanges({ record, labelOf }: Pick<FactProps, 'record' | 'labelOf'>) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const { data } = useInfiniteQuery(historyQuery(tenantId, record.appId, record.id))
  const entries = data?.pages.flatMap((page) => page.items).slice(0, SHOWN) ?? []
  return (
    <ul className={classes.history}>
      {entries.map((entry) => (
        <li key={entry.version}>
          {entry.actor.name}{' '}
          <span>
            {entry.action === 'updated'
              ? t('computed.changed', { fields: entry.changes.map(({ field }) => labelOf(field)).join(', ') })
              : t(`computed.${entry.action === 'created' ? 'created' : 'deleted'}`)}
            {' · '}
            <TimeAgo at={entry.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
