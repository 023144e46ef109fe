import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { ActionIcon } from '@mantine/core'
import { IconBan, IconEyeOff, IconShieldCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { useZone } from '../../../ui/Times.tsx'
import { useWarnings } from '../case/useWarnings.ts'
import classes from './Lists.module.css'
import type { Listing, Purpose } from './listings.ts'
import type { Listings } from './useListings.ts'

interface ListLinesProps {
  one: ObservableName
  listings: Listings
  /** Says so when there is no list; otherwise nothing is shown. */
  saysNone?: boolean
}

/** The block, allow, and warning lists that name a value. */
export function ListLines({ one, listings, saysNone = false }: ListLinesProps) {
  const { t } = useTranslation('observableLists')
  const scope = useTenantScope()
  const warnings = useWarnings([one]).hidden.flatMap(({ lists }) => lists)
  const { own } = listings
  if (own.length + warnings.length === 0)
    return saysNone ? <p className={classes.quiet}>{t('none')}</p> : null
  return (
    <ul className={classes.lines} aria-label={t('title')}>
      {own.map((listing) => (
        <ListedLine key={listing.row.rowId} listing={listing} listings={listings} />
      ))}
      {warnings.map(({ id, name }) => (
        <li key={id} className={classes.line}>
          <IconEyeOff size={14} stroke={1.7} aria-hidden />
          <span className={classes.text}>
            {t('on.warning')} <Link to={paths.warningLists(scope)}>{name}</Link>
          </span>
        </li>
      ))}
    </ul>
  )
}

function ListedLine({ listing, listings }: { listing: Listing; listings: Listings }) {
  const { t } = useTranslation('observableLists')
  const scope = useTenantScope()
  const { list, row } = listing
  const zone = useZone()
  const timeOf = (at: string) => formatDateTime(new Date(at), zone)
  return (
    <li className={classes.line} data-purpose={list.purpose}>
      <PurposeIcon purpose={list.purpose} />
      <span className={classes.text} title={row.by}>
        {t(`on.${list.purpose}`)}{' '}
        <Link to={paths.tables(scope)} search={{ table: list.id, row: row.rowId }}>
          {list.name}
        </Link>{' '}
        <span className={classes.quiet}>
          {row.expiresAt === null
            ? t('since', { time: timeOf(row.since) })
            : t('until', { time: timeOf(row.expiresAt) })}
        </span>
      </span>
      {list.can.edit && (
        <ActionIcon
          variant="subtle"
          size="xs"
          aria-label={t('remove', { list: list.name })}
          disabled={listings.isBusy}
          onClick={() => listings.remove(listing)}
        >
          <IconX size={12} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

export function PurposeIcon({ purpose }: { purpose: Purpose }) {
  const Icon = purpose === 'block' ? IconBan : IconShieldCheck
  return <Icon size={14} stroke={1.7} className={classes.icon ?? ''} data-purpose={purpose} aria-hidden />
}

/** In a list: which block and allow lists name the value of a row. */
export function ListMarks({ listings }: { listings: readonly Listing[] }) {
  const { t } = useTranslation('observableLists')
  return (['block', 'allow'] as const).map((purpose) => {
    const lists = listings.flatMap(({ list }) => (list.purpose === purpose ? [list.name] : []))
    if (lists.length === 0) return null
    const words = t(`mark.${purpose}`, { lists: lists.join(', ') })
    return (
      <span key={purpose} role="img" title={words} aria-label={words} className={classes.mark}>
        <PurposeIcon purpose={purpose} />
      </span>
    )
  })
}
