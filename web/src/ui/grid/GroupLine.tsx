import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import grid from './DataGrid.module.css'
import type { GridGroup, GridLine } from './grid-lines.ts'
import type { GridGroups } from './grid-props.ts'
import classes from './GroupLine.module.css'

interface GroupLineProps<Row> {
  line: Exclude<GridLine<Row>, { kind: 'row' }>
  id: string
  index: number
  top: number
  columns: number
  isCursor: boolean
  groups: GridGroups<Row>
  onCursor: (index: number) => void
}

/** A line of a group that isn't a row: its heading, room for a row, or what loads more. */
export function GroupLine<Row>({
  line,
  id,
  index,
  top,
  columns,
  isCursor,
  groups,
  onCursor,
}: GroupLineProps<Row>) {
  const { group, kind } = line
  const place = { id, 'aria-rowindex': index + 2, 'data-cursor': isCursor || undefined }
  const style = { transform: `translateY(${top}px)` }
  const cell = { role: 'gridcell', 'aria-colspan': columns } as const
  if (kind === 'pending')
    return (
      <div role="row" aria-level={2} className={grid.row} style={style} {...place}>
        <div {...cell} className={classes.pending} aria-busy>
          <span className={grid.bone} />
        </div>
      </div>
    )
  const press = () => {
    onCursor(index)
    if (kind === 'more') groups.onMore(group.key)
    else groups.onFold(group.key, !group.isOpen)
  }
  return (
    <div
      role="row"
      aria-level={kind === 'heading' ? 1 : 2}
      {...(kind === 'heading' ? { 'aria-expanded': group.isOpen } : {})}
      className={kind === 'heading' ? classes.heading : grid.row}
      data-opens
      style={style}
      {...place}
      onClick={press}
    >
      <div {...cell} className={classes.groupCell} data-more={kind === 'more' || undefined}>
        {kind === 'heading' ? <Heading group={group} /> : <More group={group} />}
      </div>
    </div>
  )
}

function Heading<Row>({ group }: { group: GridGroup<Row> }) {
  const Chevron = group.isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <Chevron size={14} stroke={1.8} aria-hidden />
      <span className={classes.headingLabel}>{group.heading}</span>
      <span className={classes.headingCount}>{group.count}</span>
    </>
  )
}

function More<Row>({ group }: { group: GridGroup<Row> }) {
  const { t } = useTranslation('ui')
  if (group.loadingMore) return <span className={classes.headingCount}>{t('grid.more')}</span>
  return (
    <span className={classes.showMore}>
      {t(group.hasFailed ? 'grid.groupFailed' : 'grid.groupMore', { group: group.label })}
    </span>
  )
}
