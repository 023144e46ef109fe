import { ActionIcon, Button, Popover, SegmentedControl, Select } from '@mantine/core'
import { IconArrowsSort, IconArrowUp, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'
import { type GridSort, MAX_SORTS } from './grid-column.ts'
import classes from './SortMenu.module.css'

addTexts('ui', workEn)

interface SortMenuProps {
  columns: readonly { key: string; label: string; sortable?: boolean }[]
  sort: readonly GridSort[]
  onSort: (sort: GridSort[]) => void
}

export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const { t } = useTranslation('ui')
  const sortable = columns.filter((column) => column.sortable === true)
  const free = sortable.filter(({ key }) => !sort.some((one) => one.key === key))
  const label = (key: string) => columns.find((column) => column.key === key)?.label ?? key
  return (
    <Popover position="bottom-end" width={380} trapFocus>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden />}>
          {sort.length > 1 ? t('grid.sortMany', { count: sort.length }) : t('grid.sort')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('grid.sortTitle')}>
        <ol className={classes.list}>
          {sort.map(({ key, direction }, at) => (
            <SortLine
              key={key}
              column={key}
              at={at}
              label={label}
              direction={direction}
              onSort={onSort}
              sort={sort}
            />
          ))}
        </ol>
        {sort.length < MAX_SORTS && (
          <Select
            // Empty again after each choice.
            key={sort.length}
            className={classes.add ?? ''}
            label={t('grid.addSort')}
            searchable
            data={free.map(({ key, label }) => ({ value: key, label }))}
            value={null}
            comboboxProps={{ withinPortal: false }}
            onChange={(key) => key !== null && onSort([...sort, { key, direction: 'asc' }])}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface SortLineProps {
  column: string
  at: number
  label: (key: string) => string
  direction: 'asc' | 'desc'
  onSort: (sort: GridSort[]) => void
  sort: readonly GridSort[]
}

function SortLine({ column, at, label, direction, onSort, sort }: SortLineProps) {
  const { t } = useTranslation('ui')
  return (
    <li className={classes.item}>
      <span className={classes.place}>{at + 1}</span>
      <span className={classes.name}>{label(column)}</span>
      <SegmentedControl
        aria-label={t('grid.directionOf', { column: label(column) })}
        data={(['asc', 'desc'] as const).map((one) => ({ value: one, label: t(`grid.${one}`) }))}
        value={direction}
        onChange={(next) => onSort(sort.with(at, { key: column, direction: next === 'desc' ? next : 'asc' }))}
      />
      <ActionIcon
        size={24}
        aria-label={t('grid.earlier', { column: label(column) })}
        disabled={at === 0}
        onClick={() => onSort(sort.toSpliced(at, 1).toSpliced(at - 1, 0, { key: column, direction }))}
      >
        <IconArrowUp size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={t('grid.noSort', { column: label(column) })}
        disabled={sort.length === 1}
        onClick={() => onSort(sort.toSpliced(at, 1))}
      >
        <IconX size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  )
}
