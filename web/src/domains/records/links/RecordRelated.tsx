import type { AppView } from '@caseloom/contract/apps/apps'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { Button } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { linkedTitle } from '../../../field-types/values/linked-draft.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { groupQuery, type RelatedGroup, relatedQuery } from '../model/links.queries.ts'
import { linksEn } from '../model/links.en.ts'
import classes from '../model/Links.module.css'

addTexts('links', linksEn)
addTexts('fields', fieldsEn)

interface RecordRelatedProps {
  appId: string
  recordId: string
}

export function RecordRelated({ appId, recordId }: RecordRelatedProps) {
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const query = useQuery(relatedQuery({ tenantId, appId, recordId }))
  if (query.isError && query.data === undefined) {
    return (
      <StateCard
        title={t('relatedFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) return null
  if (query.data.length === 0) return <EmptyState title={t('noneRelated')} text={t('noneRelatedText')} />
  return query.data.map((group) => (
    <Group
      key={`${group.direction} ${group.field.appId} ${group.field.key}`}
      group={group}
      appId={appId}
      recordId={recordId}
    />
  ))
}

function Group({ group, appId, recordId }: RecordRelatedProps & { group: RelatedGroup }) {
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const id = useId()
  const [open, setOpen] = useState(false)
  const query = useInfiniteQuery({ ...groupQuery({ tenantId, appId, recordId }, group), enabled: open })
  const items = query.data?.pages.flatMap((page) => page.items) ?? group.items
  const { total, capped } = group
  const other = useQuery(appsQuery(tenantId)).data?.find((app) => app.id === group.app.id)
  const Arrow = group.direction === 'out' ? IconArrowUpRight : IconArrowDownLeft
  const isMore = open ? query.hasNextPage : total > group.items.length
  return (
    <section className={classes.group} aria-labelledby={id}>
      <div className={classes.tableHead}>
        <AppIcon name={group.app.icon} size={16} />
        <h2 id={id} className={classes.tableTitle}>
          {group.field.label}
        </h2>
        <span className={classes.count}>
          {capped === true ? t('countMore', { count: formatCount(total) }) : formatCount(total)}
        </span>
        <span className={classes.direction} title={t(group.direction)}>
          <Arrow size={14} stroke={1.8} role="img" aria-label={t(group.direction)} />
          {group.app.name}
        </span>
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <RelatedItem key={item.id} item={item} app={other} />
        ))}
      </ul>
      {query.isError && <p className={classes.error}>{describeError(query.error).text}</p>}
      {isMore && (
        <Button
          variant="subtle"
          loading={query.isFetching}
          onClick={() => (open ? void query.fetchNextPage() : setOpen(true))}
        >
          {t('more')}
        </Button>
      )}
    </section>
  )
}

function RelatedItem({ item, app }: { item: LinkedRecord; app: AppView | undefined }) {
  const { t } = useTranslation('fields')
  const scope = useTenantScope()
  const people = usePeople()
  const fields = Object.keys(item.columns ?? {}).flatMap(
    (key) => app?.fields.find((field) => field.key === key) ?? [],
  )
  return (
    <li className={classes.item}>
      <Link to={paths.record(scope, item.appId, item.id)} className={classes.itemLink}>
        <span className={classes.quiet}>{item.trackingId}</span>
        <span className={classes.itemTitle}>{linkedTitle(item)}</span>
        {fields.map((field) => (
          <span key={field.key} className={classes.itemValue} title={field.label}>
            {fieldValue({
              field,
              value: item.columns?.[field.key],
              people,
              noOne: t('noOne'),
              compact: true,
            })}
          </span>
        ))}
      </Link>
    </li>
  )
}
