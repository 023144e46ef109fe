import type { Lookup, ObservableView } from '@caseloom/contract/records/observable-lookups'
import { SIGHTING_DAYS } from '@caseloom/contract/records/observable-lookups'
import { isExpired } from '@caseloom/contract/values/verdict'
import { Button, Popover, Portal } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { TimeAgo, useNow } from '../../../ui/Times.tsx'
import { Bars } from '../verdicts/SightingBars.tsx'
import { observableSearch } from '../verdicts/observable-search.ts'
import { VerdictChip, VerdictWord } from '../verdicts/VerdictWord.tsx'
import { observableQuery } from '../verdicts/verdicts.queries.ts'
import classes from './ObservableCard.module.css'
import { nameOf } from './observable-list.ts'
import { seenRecordsQuery } from './seen-records.queries.ts'
import { ListButtons } from './ListButtons.tsx'
import { ListLines } from './ListLines.tsx'
import type { ShownCard, useCard } from './useCard.ts'
import { type Listings, useListings } from './useListings.ts'
import { EnrichButton } from './EnrichButton.tsx'
import type { Enriching } from './useEnrich.ts'

const [SOURCES, ALSO] = [4, 3]
const WIDTH = 344

interface ObservableCardProps extends ShownCard {
  /** The record whose list it is: the others are named. */
  recordId: string
  enriching: Enriching
  hold: ReturnType<typeof useCard>['hold']
  onClose: () => void
}

/** What is known of a value, beside its name; it places itself below or above. */
export function ObservableCard({ one, anchor, recordId, enriching, hold, onClose }: ObservableCardProps) {
  const { tenantId } = useTenantScope()
  const view = useQuery(observableQuery(tenantId, one)).data
  const listings = useListings(one)
  const { left, top, width, height } = anchor.getBoundingClientRect()
  return (
    <Portal>
      <Popover
        opened
        position="bottom-start"
        width={WIDTH}
        withRoles={false}
        trapFocus={false}
        onDismiss={onClose}
      >
        <Popover.Target>
          <span className={classes.anchor} style={{ left, top, width, height }} />
        </Popover.Target>
        <Popover.Dropdown p={0} {...hold}>
          <div className={classes.card} role="group" aria-label={nameOf(one)}>
            <Head one={one} view={view} />
            {view !== undefined && <Body view={view} />}
            <AlsoIn one={one} recordId={recordId} />
            <ListLines one={one} listings={listings} />
          </div>
          <Foot one={one} enriching={enriching} listings={listings} />
        </Popover.Dropdown>
      </Popover>
    </Portal>
  )
}

function Head({ one, view }: Pick<ObservableCardProps, 'one'> & { view: ObservableView | undefined }) {
  const { t } = useTranslation('observable')
  const kindName = useKindName()
  return (
    <>
      <div className={classes.head}>
        <span className={classes.name} translate="no">
          <bdi>{nameOf(one)}</bdi>
        </span>
        <CopyButton value={one.value} label={t('copy')} />
        <span className={classes.end}>{view !== undefined && <VerdictChip {...view.overall} />}</span>
      </div>
      <div className={classes.quiet}>{kindName(one.kind)}</div>
    </>
  )
}

function Body({ view }: { view: ObservableView }) {
  const { t } = useTranslation('observable')
  const now = useNow()
  const lookups = view.lookups.filter((lookup) => !isExpired(lookup, now))
  const days = Array.from({ length: SIGHTING_DAYS.page }, (_, day) =>
    view.sightings.reduce((sum, own) => sum + (own.days[day] ?? 0), 0),
  )
  const count = days.reduce((sum, day) => sum + day, 0)
  return (
    <>
      {lookups.length === 0 && <p className={classes.quiet}>{t('noCurrent')}</p>}
      <ul className={classes.lines}>
        {lookups.slice(0, SOURCES).map((lookup) => (
          <Source key={lookup.source} lookup={lookup} />
        ))}
      </ul>
      <div className={classes.head}>
        <span className={classes.title}>{t('sightings')}</span>
        <span className={classes.end}>{t('inDays', { count, days: SIGHTING_DAYS.page })}</span>
      </div>
      <Bars days={days} from={days.length} height={40} width={WIDTH - 32} />
      <div className={classes.head}>
        <Seen label={t('firstSeen')} at={view.firstSeen} />
        <span className={classes.end}>
          <Seen label={t('lastSeen')} at={view.lastSeen} />
        </span>
      </div>
    </>
  )
}

function Seen({ label, at }: { label: string; at: string }) {
  return (
    <span className={classes.quiet}>
      {label} <TimeAgo at={at} />
    </span>
  )
}

function Source({ lookup }: { lookup: Lookup }) {
  return (
    <li className={classes.source}>
      <span className={classes.cut}>{lookup.source}</span>
      <VerdictWord verdict={lookup.verdict} score={lookup.score} />
      <span className={classes.end}>
        <TimeAgo at={lookup.checkedAt} />
      </span>
    </li>
  )
}

function AlsoIn({ one, recordId }: Pick<ObservableCardProps, 'one' | 'recordId'>) {
  const { t } = useTranslation('observable')
  const scope = useTenantScope()
  const query = useInfiniteQuery(seenRecordsQuery(scope.tenantId, one, ALSO + 1))
  const records = (query.data?.pages[0]?.items ?? []).flatMap(({ record }) =>
    record.id === recordId ? [] : [record],
  )
  if (records.length === 0) return null
  return (
    <>
      <div className={classes.title}>{t('alsoIn')}</div>
      <ul className={classes.lines}>
        {records.slice(0, ALSO).map((record) => (
          <li key={record.id} className={classes.record}>
            <span className={classes.quiet}>{record.trackingId}</span>
            <Link className={classes.cut} to={paths.record(scope, record.appId, record.id)}>
              {straight(record.title)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

interface FootProps extends Pick<ObservableCardProps, 'one' | 'enriching'> {
  listings: Listings
}

function Foot({ one, enriching, listings }: FootProps) {
  const { t } = useTranslation('observables')
  const scope = useTenantScope()
  return (
    <div className={classes.foot}>
      <EnrichButton enriching={enriching} observables={[one]} words="enrich" look="default" hasKey={false} />
      <ListButtons listings={listings} />
      <Button
        className={classes.end ?? ''}
        variant="subtle"
        component={Link}
        to={paths.observable(scope)}
        search={observableSearch(one)}
        rightSection={<Kbd keys="O" />}
      >
        {t('open')}
      </Button>
    </div>
  )
}
