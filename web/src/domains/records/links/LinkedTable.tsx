import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { appsQuery } from '../../../data/apps.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { linkedOf, linkedTitle, readPicks } from '../../../field-types/values/linked-draft.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { formatCount } from '../../../ui/time.ts'
import type { LinkedFieldProps } from './linked-field.ts'
import { linksQuery } from '../model/links.queries.ts'
import { fieldLogic } from '../logic/field-logic.tsx'
import { FieldEditor } from '../editors/FieldEditor.tsx'
import classes from '../model/Links.module.css'
import { picking, ReferenceEditor, type ReferenceField } from '../editors/ReferenceEditor.tsx'

export function LinkedTable({ field, record, form, edits, people }: LinkedFieldProps) {
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const headingId = useId()
  const [adding, setAdding] = useState(false)
  const query = useInfiniteQuery(
    linksQuery({ tenantId, appId: record.appId, recordId: record.id }, field.key),
  )
  const other = useQuery(appsQuery(tenantId)).data?.find((one) => one.id === field.app)
  const { total, capped, items: first } = linkedOf(record.fields[field.key])
  const items = query.data?.pages.flatMap((page) => page.items) ?? first
  const draft = form.draft(field.key)
  const picks = readPicks(Array.isArray(draft) ? draft : [])
  const gone = new Set(picks.remove.map(({ id }) => id))
  const { pick, unpick } = picking(field, {
    draft,
    onDraft: (next) => edits.choose(field.key, next),
    present: items,
  })
  const columns = field.columns.flatMap((key) => other?.fields.find((one) => one.key === key) ?? [])
  const isEditable = record.can.update && !field.readOnly
  const added = picks.add.filter(({ id }) => !items.some((item) => item.id === id))
  const error = form.errors[field.key]
  const { why, notes } = fieldLogic(field.key)
  return (
    <section className={classes.table} aria-labelledby={headingId} data-field={field.key}>
      <TableHead
        id={headingId}
        field={field}
        count={capped === true ? t('countMore', { count: formatCount(total) }) : formatCount(total)}
        {...(isEditable ? { onAdd: () => setAdding((before) => !before) } : {})}
      />
      {adding && (
        <div className={classes.adder}>
          <ReferenceEditor
            field={field}
            appId={record.appId}
            draft={draft}
            onDraft={(next) => edits.choose(field.key, next)}
            input={{ 'aria-label': t('addTo', { field: field.label }), autoFocus: true }}
            FieldEditor={FieldEditor}
          />
        </div>
      )}
      {error !== undefined && <p className={classes.error}>{error}</p>}
      {notes}
      {why}
      {query.isError && query.data === undefined ? (
        <StateCard
          title={t('failed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : items.length + added.length === 0 ? (
        <p className={classes.nothing}>{t('none')}</p>
      ) : (
        <div className={classes.scroller} role="region" aria-labelledby={headingId} tabIndex={0}>
          <table className={classes.grid} aria-labelledby={headingId}>
            <ColumnNames names={columns.map((column) => column.label)} actions={isEditable} />
            <tbody>
              {items.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  state={gone.has(item.id) ? 'removed' : 'kept'}
                  {...(isEditable
                    ? {
                        onRemove: () => unpick(item.id),
                        onKeep: () => pick({ ...item, title: linkedTitle(item) }),
                      }
                    : {})}
                >
                  {columns.map((column) => (
                    <td key={column.key}>
                      {fieldValue({
                        field: column,
                        value: item.columns?.[column.key],
                        people,
                        noOne: t('noOne', { ns: 'records' }),
                        compact: true,
                      })}
                    </td>
                  ))}
                </Row>
              ))}
              {added.map((picked) => (
                <Row
                  key={picked.id}
                  item={{ ...picked, appId: field.app }}
                  state="added"
                  onRemove={() => unpick(picked.id)}
                >
                  {columns.length > 0 && (
                    <td colSpan={columns.length} className={classes.nothing}>
                      {t('added')}
                    </td>
                  )}
                </Row>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </section>
  )
}

interface TableHeadProps {
  id: string
  field: ReferenceField
  count: string
  onAdd?: () => void
}

function TableHead({ id, field, count, onAdd }: TableHeadProps) {
  const { t } = useTranslation('links')
  return (
    <div className={classes.tableHead}>
      <h3 id={id} className={classes.tableTitle}>
        {field.label}
        {field.required && <span aria-hidden> *</span>}
      </h3>
      <span className={classes.count}>{count}</span>
      {onAdd !== undefined && (
        <Button
          variant="subtle"
          className={classes.addButton ?? ''}
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          aria-label={t('addTo', { field: field.label })}
          onClick={onAdd}
        >
          {t('add')}
        </Button>
      )}
    </div>
  )
}

function ColumnNames({ names, actions }: { names: readonly string[]; actions: boolean }) {
  const { t } = useTranslation('links')
  return (
    <thead>
      <tr>
        {[t('id'), t('title'), ...names].map((name) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
        {actions && (
          <th scope="col">
            <span className={classes.hidden}>{t('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface RowProps {
  item: Pick<LinkedRecord, 'appId' | 'trackingId' | 'title'> & { id: string }
  state: 'kept' | 'added' | 'removed'
  onRemove?: () => void
  onKeep?: () => void
  children: React.ReactNode
}

function Row({ item, state, onRemove, onKeep, children }: RowProps) {
  const { t } = useTranslation('links')
  const scope = useTenantScope()
  const isGone = state === 'removed'
  const action = isGone ? onKeep : onRemove
  return (
    <tr data-state={state} title={state === 'kept' ? undefined : t(state)}>
      <td className={classes.quiet}>{item.trackingId}</td>
      <td>
        <Link to={paths.record(scope, item.appId, item.id)} className={classes.rowLink}>
          {linkedTitle(item)}
        </Link>
      </td>
      {children}
      {action !== undefined && (
        <td className={classes.rowEnd}>
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={t(isGone ? 'keep' : 'remove', { record: item.trackingId })}
            onClick={action}
          >
            {isGone ? <IconArrowBackUp size={14} stroke={1.8} /> : <IconX size={14} stroke={1.8} />}
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}
