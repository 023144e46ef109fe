import { Button, SegmentedControl, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import {
  type Clock,
  CLOCKS,
  type Lane,
  LANES,
  itemsOf,
  laneCounts,
  peopleIn,
  type TimelineItem,
} from './merged-timeline.ts'
import { timelineEn } from './timeline.en.ts'
import classes from './Timeline.module.css'

addTexts('timeline', timelineEn)

interface TimelineFilterProps {
  /** All that are loaded. */
  items: readonly TimelineItem[]
  isWhole: boolean
  lane: Lane | null
  person: string | undefined
  clock: Clock
  /** At the end of the line. */
  end: ReactNode
}

/** What the timeline shows: one lane or all, of one person or anyone. The counts follow the person. */
export function TimelineFilter({ items, isWhole, lane, person, clock, end }: TimelineFilterProps) {
  const { t } = useTranslation('timeline')
  const navigate = useNavigate()
  const show = (next: Partial<Shown>) =>
    void navigate({ to: '.', search: searchOf({ lane, person, clock, ...next }), replace: true })
  const shown = itemsOf(items, person)
  const counts = laneCounts(shown)
  const people = peopleIn(items)
  const chips = [null, ...LANES.filter((one) => counts[one] > 0 || one === lane)]
  const hasChips = chips.length > 2 || people.length > 1 || lane !== null || person !== undefined
  const hasClocks = counts.attack > 0 || clock === 'recorded'
  if (items.length === 0) return null
  return (
    <div className={classes.filter}>
      {hasChips && (
        <div className={classes.chips} role="group" aria-label={t('lanes.label')}>
          {chips.map((one) => (
            <button
              key={one ?? 'all'}
              type="button"
              className={classes.chip}
              data-lane={one ?? undefined}
              aria-pressed={lane === one}
              onClick={() => show({ lane: one })}
            >
              {t(`lanes.${one ?? 'all'}`)}
              <span className={classes.count}>
                {formatCount(one === null ? shown.length : counts[one])}
                {!isWhole && '+'}
              </span>
            </button>
          ))}
        </div>
      )}
      {(people.length > 1 || person !== undefined) && (
        <PersonSelect people={people} value={person} onChange={(by) => show({ person: by })} />
      )}
      <div className={classes.end}>
        {hasClocks && <ClockSwitch clock={clock} onChange={(next) => show({ clock: next })} />}
        {end}
      </div>
    </div>
  )
}

interface Shown {
  lane: Lane | null
  person: string | undefined
  clock: Clock
}

function searchOf({ lane, person, clock }: Shown): Record<string, string> {
  return {
    tab: 'timeline',
    ...(lane === null ? {} : { kind: lane }),
    ...(person === undefined ? {} : { by: person }),
    ...(clock === 'happened' ? {} : { clock }),
  }
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
