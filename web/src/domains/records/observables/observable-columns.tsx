import { SIGHTING_DAYS } from '@caseloom/contract/records/observable-lookups'
import type { Tlp } from '@caseloom/contract/values/case-fields'
import { Loader, VisuallyHidden } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Tag } from '../../../ui/Chip.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { TimeAgo, useNow } from '../../../ui/Times.tsx'
import { SightingBars } from '../verdicts/SightingBars.tsx'
import { SourceTiles } from '../verdicts/SourceTiles.tsx'
import { VerdictWord } from '../verdicts/VerdictWord.tsx'
import { observableSearch } from '../verdicts/observable-search.ts'
import { useCardTarget } from './card-target.ts'
import { type Progress, progressKey, type ProgressMap } from './enrich-progress.ts'
import { ListMarks } from './ListLines.tsx'
import type { Listing, ListingMap } from './listings.ts'
import { lastChecked, type ListedObservable, nameOf } from './observable-list.ts'
import classes from './Observables.module.css'

export interface ColumnOptions {
  t: TFunction<'observables'>
  /** When the record was made: the days since are its own. */
  since: string
  /** Only another mark is shown. */
  tlp: Tlp
  showsKind: boolean
  /** Lookups that haven’t ended. */
  progress: ProgressMap
  listings: ListingMap
  /** Whether any of the values has another mark than the record. */
  hasOtherTlp: boolean
}

type Column = GridColumn<ListedObservable>

/** The columns of the list, the value first. */
export function observableColumns(options: ColumnOptions): Column[] {
  const { t, since, tlp, showsKind, progress, listings } = options
  return [
    {
      key: 'value',
      label: t('value'),
      title: true,
      sortable: true,
      render: (one) => (
        <ValueCell one={one} showsKind={showsKind} listings={listings.get(progressKey(one)) ?? []} />
      ),
      text: (one) => [nameOf(one), one.note ?? ''].join('\n').trim(),
    },
    ...verdictColumns(t),
    ...sightingColumns(t, since),
    ...(options.hasOtherTlp ? [tlpColumn(t, tlp)] : []),
    {
      key: 'checked',
      label: t('checked'),
      width: 84,
      align: 'end',
      quiet: true,
      sortable: true,
      render: (one) => <Checked one={one} progress={progress.get(progressKey(one))} />,
    },
  ]
}

function tlpColumn(t: ColumnOptions['t'], tlp: Tlp): Column {
  return {
    key: 'tlp',
    label: t('tlp'),
    width: 124,
    fold: 4,
    render: (one) => (one.tlp === tlp ? null : <TlpMark tlp={one.tlp} />),
  }
}

function verdictColumns(t: ColumnOptions['t']): Column[] {
  return [
    {
      key: 'verdict',
      label: t('verdict'),
      width: 126,
      sortable: true,
      render: (one) => one.known && <VerdictWord {...one.known.overall} />,
    },
    {
      key: 'sources',
      label: t('sources'),
      width: 72,
      fold: 2,
      render: (one) => one.known && <SourceTiles lookups={one.known.lookups} />,
    },
  ]
}

function sightingColumns(t: ColumnOptions['t'], since: string): Column[] {
  return [
    {
      key: 'sightings',
      label: t('sightings', { days: SIGHTING_DAYS.list }),
      width: 140,
      sortable: true,
      fold: 1,
      render: (one) => one.known && <SightingBars sightings={one.known.sightings} since={since} />,
    },
    {
      key: 'seen',
      label: t('lastSeen'),
      width: 84,
      align: 'end',
      quiet: true,
      sortable: true,
      fold: 3,
      render: (one) => <Age at={one.known?.sightings.lastSeen ?? null} />,
    },
  ]
}

interface ValueCellProps {
  one: ListedObservable
  showsKind: boolean
  listings: readonly Listing[]
}

function ValueCell({ one, showsKind, listings }: ValueCellProps) {
  const { t } = useTranslation('observables')
  const kindName = useKindName()
  const scope = useTenantScope()
  return (
    <span className={classes.value}>
      <Link
        className={classes.link}
        to={paths.observable(scope)}
        search={observableSearch(one)}
        translate="no"
        {...useCardTarget(one)}
      >
        <bdi>{nameOf(one)}</bdi>
      </Link>
      {showsKind && <span className={classes.quiet}>{kindName(one.kind)}</span>}
      <ListMarks listings={listings} />
      {one.ioc && (
        <span title={t('iocTitle')}>
          <Tag>{t('ioc')}</Tag>
        </span>
      )}
      {one.sighted && (
        <span className={classes.quiet} title={t('sighted')} role="img" aria-label={t('sighted')}>
          <IconEye size={14} stroke={1.7} aria-hidden />
        </span>
      )}
    </span>
  )
}

function TlpMark({ tlp }: { tlp: Tlp }) {
  return (
    <span className={classes.tlp} data-tlp={tlp}>
      <span className={classes.square} aria-hidden />
      {tlp.toUpperCase()}
    </span>
  )
}

function Age({ at }: { at: string | null }) {
  return at === null ? null : <TimeAgo at={at} />
}

function Checked({ one, progress }: { one: ListedObservable; progress: Progress | undefined }) {
  const { t } = useTranslation('observables')
  const words = useTranslation('enrich').t
  const checked = lastChecked(one, useNow())
  if (progress !== undefined)
    return (
      <span className={classes.progress}>
        <Loader size={12} aria-label={words('running')} />
        {words('progress', { ...progress })}
      </span>
    )
  if (one.known === null) return null
  if (checked === null) return '–'
  return (
    <span data-expired={checked.expired || undefined} className={classes.checked}>
      <TimeAgo at={checked.at} />
      {checked.expired && <VisuallyHidden>{t('expiredTitle')}</VisuallyHidden>}
    </span>
  )
}
