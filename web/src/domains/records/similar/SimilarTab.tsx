import type { AppView } from '@caseloom/contract/apps/apps'
import type { Occurrence } from '@caseloom/contract/records/occurrences'
import type { RecordView } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePagedList } from '../../../data/list-state.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { People, Say } from '../../../field-types/field-type.ts'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { DateTime } from '../../../ui/Times.tsx'
import { similarEn } from './similar.en.ts'
import { occurrencesQuery } from './similar.queries.ts'
import { useSplitOff } from './useSplitOff.ts'

addTexts('similar', similarEn)

const MAX_VALUES = 4

/** What was folded into a record, newest first; each can be made a record of its own. */
export function SimilarTab({ app, record }: { app: AppView; record: RecordView }) {
  const { t } = useTranslation('similar')
  const { tenantId } = useTenantScope()
  const people = usePeople()
  const place = { tenantId, appId: app.id, recordId: record.id }
  const list = usePagedList(useInfiniteQuery(occurrencesQuery(place)))
  const split = useSplitOff(app, record)
  const { update } = record.can
  const columns = useMemo(
    () => occurrenceColumns({ app, record, people, t, onSplit: update ? split : null }),
    [app, record, people, t, update, split],
  )
  return (
    <ListGrid<Occurrence>
      label={t('list.label')}
      columns={columns}
      list={list}
      rowKey={keyOf}
      errorTitle={t('list.failed')}
      empty={<EmptyState title={t('list.none')} text={t('list.noneText')} />}
    />
  )
}

const keyOf = (one: Occurrence) => one.id

interface Shown {
  app: AppView
  record: RecordView
  people: People
  t: Say
  onSplit: ((one: Occurrence) => void) | null
}

function occurrenceColumns({ app, record, people, t, onSplit }: Shown): GridColumn<Occurrence>[] {
  const title = (one: Occurrence) => one.title ?? t('list.untitled')
  const values = (one: Occurrence) => otherValues({ app, record, people }, one)
  return [
    {
      key: 'at',
      label: t('list.at'),
      width: 168,
      quiet: true,
      render: (one) => <DateTime at={one.at} seconds />,
    },
    { key: 'title', label: t('list.title'), title: true, render: title, text: title },
    {
      key: 'values',
      label: t('list.values'),
      width: 320,
      quiet: true,
      proportional: true,
      render: values,
      text: values,
    },
    {
      key: 'by',
      label: t('list.by'),
      width: 140,
      quiet: true,
      proportional: true,
      render: (one) => one.by.name,
    },
    ...(onSplit === null ? [] : [splitColumn(t, title, onSplit)]),
  ]
}

/** Makes the line a record. */
function splitColumn(
  t: Say,
  title: (one: Occurrence) => string,
  onSplit: (one: Occurrence) => void,
): GridColumn<Occurrence> {
  return {
    key: 'split',
    label: t('list.split'),
    width: 96,
    align: 'end',
    render: (one) => (
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={t('list.splitOf', { title: title(one) })}
        onClick={() => onSplit(one)}
      >
        {t('list.split')}
      </Button>
    ),
  }
}

/** The first values in which it differs from the record. */
function otherValues(
  { app, record, people }: Pick<Shown, 'app' | 'record' | 'people'>,
  one: Occurrence,
): string {
  return app.fields
    .filter(({ key }) => key !== app.titleField && Object.hasOwn(one.fields, key))
    .map((field) => ({
      label: field.label,
      own: textOf(field, one.fields[field.key] ?? null, people),
      other: textOf(field, record.fields[field.key] ?? null, people),
    }))
    .filter(({ own, other }) => own !== '' && own !== other)
    .slice(0, MAX_VALUES)
    .map(({ label, own }) => `${label}: ${own}`)
    .join(' · ')
}
