import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import type { People } from '../../../field-types/field-type.ts'
import { formatClock, formatCount, formatDateTime, formatDay } from '../../../ui/time.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { attackEn } from '../attack/attack.en.ts'
import type { AttackPlace } from '../attack/attack.queries.ts'
import { titleOf } from '../list/list-columns.tsx'
import { recordQuery } from '../model/records.queries.ts'
import type { TimelineItem } from './merged-timeline.ts'
import { peopleIn } from './merged-timeline.ts'
import { type PrintedEntry, printedEntry } from './printed-entry.ts'
import classes from './PrintedTimeline.module.css'
import type { Shown } from './shown.ts'
import { daysOf } from './thread.ts'
import { exportWords } from './timeline-export.ts'

addTexts('attack', attackEn)

interface PrintedTimelineProps {
  place: AttackPlace
  app: AppView
  people: People
  shown: Shown
  items: readonly TimelineItem[]
  onPrinted: () => void
}

/** The entries on paper, which takes the place of the page while the browser prints. Opens its dialog by mounting. */
export function PrintedTimeline({ place, app, people, shown, items, onPrinted }: PrintedTimelineProps) {
  const { data: record } = useQuery(recordQuery(place.tenantId, place.appId, place.recordId))
  const isReady = record !== undefined
  useEffect(() => {
    if (!isReady) return
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [isReady, onPrinted])
  if (record === undefined) return null
  return createPortal(
    <article className={classes.page} data-printed="timeline">
      <Head {...{ app, record, people, shown, items }} />
      <Days {...{ app, people, items }} />
    </article>,
    document.body,
  )
}

interface HeadProps extends Pick<PrintedTimelineProps, 'app' | 'people' | 'shown' | 'items'> {
  record: RecordView
}

function Head({ app, record, people, shown, items }: HeadProps) {
  const { t } = useTranslation('timeline')
  const { userName, tenantName } = useTenantScope()
  const [now] = useState(() => new Date())
  const { kinds, person, clock } = shown
  const who = peopleIn(items).find(({ id }) => id === person)?.name
  const facts = [
    t('print.entries', { count: items.length, number: formatCount(items.length) }),
    kinds.map((kind) => t(`kinds.${kind}`)).join(', '),
    who === undefined ? '' : t('print.byPerson', { who }),
    clock === 'recorded' ? t('clock.recorded') : '',
  ]
  const at = formatDateTime(now, people.zone)
  return (
    <header className={classes.head}>
      <p className={classes.where}>
        {tenantName} · {app.name} · {t('print.title')}
      </p>
      <h1 className={classes.title}>
        {record.trackingId} {titleOf(app, record)}
      </h1>
      <p className={classes.where}>{facts.filter((fact) => fact !== '').join(' · ')}</p>
      <p className={classes.where}>{t('print.printed', { at, zone: people.zone, who: userName })}</p>
    </header>
  )
}

function Days({ app, people, items }: Pick<PrintedTimelineProps, 'app' | 'people' | 'items'>) {
  const { t } = useTranslation('timeline')
  const { t: records } = useTranslation('records')
  const { t: attack } = useTranslation('attack')
  const words = { ...exportWords(app, people, t), records, attack }
  return daysOf(items, people.zone).map(({ day, items: ofDay }) => (
    <section key={`${day} ${ofDay[0]?.at}`}>
      <h2 className={classes.day}>{formatDay(day, 'weekday')}</h2>
      <ol className={classes.entries}>
        {ofDay.map((item, at) => (
          // Entries of one version share their time; the list never changes.
          <Entry key={`${item.at} ${at}`} entry={printedEntry(item, words)} zone={people.zone} />
        ))}
      </ol>
    </section>
  ))
}

function Entry({ entry: { at, lane, who, what, lines }, zone }: { entry: PrintedEntry; zone: string }) {
  return (
    <li className={classes.entry}>
      <time className={classes.time} dateTime={at}>
        {formatClock(new Date(at), zone)}
      </time>
      <span className={classes.mark} data-lane={lane} aria-hidden />
      <div className={classes.text}>
        <bdi className={classes.who}>{who}</bdi> <bdi>{what}</bdi>
        {lines.map((line, index) => (
          // Lines can be equal.
          <p key={`${index} ${line}`} className={classes.line} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}
