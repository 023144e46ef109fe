import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import classes from './Rights.module.css'
import { type Place, viewersQuery } from './rights.queries.ts'

const SHOWN = 8

/** How many people would see the record, who loses access, and who regains it. */
export function RestrictPreview({ place, to }: { place: Place; to: readonly string[] | null }) {
  const { t } = useTranslation('recordRights')
  const { userId } = useTenantScope()
  const now = useQuery(viewersQuery(place, undefined))
  const isEmpty = to !== null && to.length === 0
  const then = useQuery({ ...viewersQuery(place, to), enabled: !isEmpty, placeholderData: keepPreviousData })
  if (now.isError || then.isError) return <p className={classes.alarm}>{t('restrict.failed')}</p>
  if (now.data === undefined || (then.data === undefined && !isEmpty)) return null
  const next = isEmpty ? [] : (then.data ?? [])
  const seeing = new Set(next.map(({ id }) => id))
  const before = new Set(now.data.map(({ id }) => id))
  const lost = now.data.filter(({ id }) => !seeing.has(id))
  const gained = next.filter(({ id }) => !before.has(id))
  const words = (people: readonly { name: string }[]) =>
    people
      .slice(0, SHOWN)
      .map(({ name }) => name)
      .join(', ')
  return (
    <div className={classes.preview} role="status">
      <p>{t('restrict.sees', { count: next.length })}</p>
      {lost.length === 0 ? (
        <p>{t('restrict.losesNoOne')}</p>
      ) : (
        <p className={classes.loses}>
          {lost.length > SHOWN
            ? t('restrict.losesMore', { names: words(lost), count: lost.length - SHOWN })
            : t('restrict.loses', { names: words(lost) })}
        </p>
      )}
      {gained.length > 0 && <p>{t('restrict.gains', { names: words(gained) })}</p>}
      {lost.some(({ id }) => id === userId) && <p className={classes.alarm}>{t('restrict.you')}</p>}
    </div>
  )
}
