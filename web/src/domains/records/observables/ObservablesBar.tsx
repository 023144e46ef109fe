import { Button, Select } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { formatCount } from '../../../ui/time.ts'
import { VerdictDot } from '../verdicts/VerdictWord.tsx'
import type { Grouping, ListedObservable } from './observable-list.ts'
import classes from './Observables.module.css'
import type { ListView } from './useListView.ts'

interface ObservablesBarProps {
  all: readonly ListedObservable[]
  view: ListView
  select: ReactNode
  onCopy: () => void
  /** Null for those who can't edit the record. */
  onAdd: (() => void) | null
  children?: ReactNode
}

const GROUPINGS = ['kind', 'verdict', 'none'] as const

/** Narrows and groups the list; what is done to all of it is at the end. */
export function ObservablesBar({ all, view, select, onCopy, onAdd, children }: ObservablesBarProps) {
  const { t } = useTranslation('observables')
  return (
    <div className={classes.bar}>
      {select}
      {all.length > 0 && <Narrowing all={all} view={view} />}
      <div className={classes.end}>
        <Button
          variant="subtle"
          leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
          disabled={all.length === 0}
          onClick={onCopy}
        >
          {t('copyAll')}
        </Button>
        {onAdd !== null && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            onClick={onAdd}
          >
            {t('add')}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

function Narrowing({ all, view }: Pick<ObservablesBarProps, 'all' | 'view'>) {
  const { t } = useTranslation('observables')
  return (
    <>
      <SearchField
        className={classes.search}
        label={t('filter', { count: all.length, all: formatCount(all.length) })}
        value={view.filter.text}
        onChange={view.type}
      />
      <VerdictChips view={view} />
      <Select
        aria-label={t('group')}
        w={144}
        allowDeselect={false}
        data={GROUPINGS.map((value) => ({ value, label: t(`groups.${value}`) }))}
        value={view.grouping}
        onChange={(next) => view.group(GROUPINGS.find((one) => one === next) ?? ('kind' satisfies Grouping))}
      />
    </>
  )
}

/** What all rows say together, and how to see only some. */
function VerdictChips({ view }: { view: ListView }) {
  const words = useTranslation('verdicts').t
  return view.counts.map(({ verdict, count }) => (
    <button
      key={verdict}
      type="button"
      className={classes.chip}
      aria-pressed={view.filter.verdicts.has(verdict)}
      onClick={() => view.toggle(verdict)}
    >
      <VerdictDot verdict={verdict} />
      {words(`verdicts.${verdict}`)} <span className={classes.quiet}>{formatCount(count)}</span>
    </button>
  ))
}
