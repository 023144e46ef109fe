import { Button, SegmentedControl, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { TIMELINE_KINDS, type TimelineKind } from '@caseloom/contract/records/timeline'
import { type Clock, CLOCKS, itemsOf, kindCounts, peopleIn, type TimelineItem } from './merged-timeline.ts'
import { searchOf, type Shown, type TimelineView, toggledKind } from './shown.ts'
import { timelineEn } from './timeline.en.ts'
import classes from './Timeline.module.css'

addTexts('timeline', timelineEn)

const VIEWS: readonly TimelineView[] = ['thread', 'lanes']

interface TimelineFilterProps {
  /** All that are loaded. */
  items: readonly TimelineItem[]
  isWhole: boolean
  /** How many of each kind the record has, loaded or not; null while that isn’t known. */
  totals: Record<TimelineKind, number> | null
  shown: Shown
  /** At the end of the line. */
  end: ReactNode
}

/** What the timeline shows: some kinds or all, of one person or anyone. The counts follow the person. */
export function TimelineFilter({ items, isWhole, totals, shown, end }: TimelineFilterProps) {
  const { t } = useTranslation('timeline')
  const navigate = useNavigate()
  const { kinds, person, clock, view } = shown
  const show = (next: Partial<Shown>) =>
    void navigate({ to: '.', search: searchOf({ ...shown, ...next }), replace: true })
  const counts = countsOf(items, person, isWhole ? null : totals)
  const people = peopleIn(items)
  const chips = TIMELINE_KINDS.filter((one) => counts[one] > 0 || kinds.includes(one))
  const hasChips = chips.length > 1 || people.length > 1 || kinds.length > 0 || person !== undefined
  const hasClocks = counts.attack > 0 || clock === 'recorded'
  const hasMore = !isWhole && totals === null
  if (items.length === 0) return null
  return (
    <div className={classes.filter}>
      {hasChips && (
        <div className={classes.chips} role="group" aria-label={t('kinds.label')}>
          <Chip
            kind={null}
            count={Object.values(counts).reduce((sum, count) => sum + count, 0)}
            isChosen={kinds.length === 0}
            hasMore={hasMore}
            onClick={() => show({ kinds: [] })}
          />
          {chips.map((kind) => (
            <Chip
              key={kind}
              {...{ kind, hasMore }}
              count={counts[kind]}
              isChosen={kinds.includes(kind)}
              onClick={() => show({ kinds: toggledKind(kinds, kind) })}
            />
          ))}
        </div>
      )}
      {(people.length > 1 || person !== undefined) && (
        <PersonSelect people={people} value={person} onChange={(by) => show({ person: by })} />
      )}
      <div className={classes.end}>
        <ViewSwitch view={view} onChange={(next) => show({ view: next })} />
        {hasClocks && <ClockSwitch clock={clock} onChange={(next) => show({ clock: next })} />}
        {end}
      </div>
    </div>
  )
}

/** Those that are loaded, and what is known of the others. */
function countsOf(
  items: readonly TimelineItem[],
  person: string | undefined,
  totals: Record<TimelineKind, number> | null,
): Record<TimelineKind, number> {
  const loaded = kindCounts(itemsOf(items, person))
  if (totals === null) return loaded
  for (const kind of TIMELINE_KINDS) loaded[kind] = Math.max(loaded[kind], totals[kind])
  return loaded
}

interface ChipProps {
  /** Null for all. */
  kind: TimelineKind | null
  count: number
  isChosen: boolean
  hasMore: boolean
  onClick: () => void
}

function Chip({ kind, count, isChosen, hasMore, onClick }: ChipProps) {
  const { t } = useTranslation('timeline')
  return (
    <button
      type="button"
      className={classes.chip}
      data-kind={kind ?? undefined}
      aria-pressed={isChosen}
      onClick={onClick}
    >
      {t(`kinds.${kind ?? 'all'}`)}
      <span className={classes.count}>
        {formatCount(count)}
        {hasMore && '+'}
      </span>
    </button>
  )
}

function ViewSwitch({ view, onChange }: { view: TimelineView; onChange: (view: TimelineView) => void }) {
  const { t } = useTranslation('timeline')
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      data={VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
      value={view}
      onChange={(next) => onChange(VIEWS.find((one) => one === next) ?? 'thread')}
    />
  )
}

function ClockSwitch({ clock, onChange }: { clock: Clock; onChange: (clock: Clock) => void }) {
  const { t } = useTranslation('timeline')
  return (
    <SegmentedControl
      aria-label={t('clock.label')}
      data={CLOCKS.map((one) => ({ value: one, label: t(`clock.${one}`) }))}
      value={clock}
      onChange={(next) => onChange(CLOCKS.find((one) => one === next) ?? 'happened')}
    />
  )
}

interface PersonSelectProps {
  people: readonly { id: string; name: string }[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

function PersonSelect({ people, value, onChange }: PersonSelectProps) {
  const { t } = useTranslation('timeline')
  return (
    <Select
      aria-label={t('person.label')}
      placeholder={t('person.anyone')}
      className={classes.person ?? ''}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      clearable
      searchable
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

/** Nothing of what is loaded passes the filters. */
export function NothingShown() {
  const { t } = useTranslation('timeline')
  const navigate = useNavigate()
  return (
    <p className={classes.nothing}>
      {t('none')}{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => void navigate({ to: '.', search: { tab: 'timeline' }, replace: true })}
      >
        {t('reset')}
      </Button>
    </p>
  )
}
