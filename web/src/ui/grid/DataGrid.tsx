import { type CSSProperties, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { StateCard } from '../StateCard.tsx'
import { BulkBar } from './BulkBar.tsx'
import classes from './DataGrid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { NoResults } from './NoResults.tsx'
import {
  fittingColumns,
  gridTemplate,
  NO_LAYOUT,
  nextSorts,
  pinnedPlaces,
  type PlaceColumn,
  placeColumn,
  resizeColumn,
  visibleColumns,
} from './grid-column.ts'
import { linesOfGroups, linesOfRows, rowKeysOf } from './grid-lines.ts'
import type { DataGridProps } from './grid-props.ts'
import { useWidth } from './useWidth.ts'
import { useDelayed } from './useDelayed.ts'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

const PADDING = 32
/** Beside the last column, for the menu of the row. */
const MENU = 14

/**
 * The list of the product: virtualised, 32 px rows, keys j/k/Enter/x for the whole page, ticks, cursor, sort by
 * header, resizable and choosable columns, "3 new" pill, and all its states. It fills its parent (put it into
 * `<Content>`); sort, filter and selection are the caller's state (URL). Example: gallery/GridStory.tsx.
 * Keep `columns` and the callbacks of rows stable (useMemo/useCallback) so that rows do not redraw while scrolling.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { status, empty, filtered = false } = props
  if (
    status === 'ready' &&
    isEmpty(props) &&
    !filtered &&
    empty !== undefined &&
    (props.newCount ?? 0) === 0
  ) {
    return <div className={classes.wrapper}>{empty}</div>
  }
  return <FilledGrid {...props} />
}

/** With groups, their rows may not be loaded yet. */
function isEmpty<Row>({ rows, groups }: DataGridProps<Row>): boolean {
  return groups === undefined ? rows.length === 0 : groups.items.length === 0
}

function FilledGrid<Row>(props: DataGridProps<Row>) {
  const { columns, status, layout = NO_LAYOUT, onSelect } = props
  const { t } = useTranslation('ui')
  const [wrapper, width] = useWidth()
  const selectable = onSelect !== undefined
  const room = padding(props)
  const shown = useMemo(
    () => fittingColumns(visibleColumns(columns, layout), layout, width - room, selectable),
    [columns, layout, width, room, selectable],
  )
  const { template, minWidth } = gridTemplate(shown, layout, selectable)
  const { lines, keys } = useLines(props)
  const waiting = useDelayed(status === 'loading', 200)
  const busy = waiting || props.refreshing === true
  const style = { '--grid-template': template, '--grid-min': `${minWidth + room}px` } as CSSProperties // own variables
  return (
    <div className={classes.wrapper} style={style} ref={wrapper} {...menus(props)}>
      {busy && <div className={classes.progress} aria-hidden />}
      <GridBody
        {...props}
        shown={shown}
        lines={lines}
        keys={keys}
        {...columnChanges(props)}
        pins={pinnedPlaces(shown, layout, selectable)}
      >
        {waiting && <GridSkeleton columns={shown} faded={false} />}
        {status === 'error' && <GridSkeleton columns={shown} faded />}
        {props.loadingMore === true && (
          <div className={classes.more} aria-hidden>
            {t('grid.more')}
          </div>
        )}
      </GridBody>
      <Overlay {...props} />
      <BulkBar
        count={props.selected?.size ?? 0}
        words={props.selectedWords}
        onClear={() => onSelect?.(new Set())}
      >
        {props.bulk}
      </BulkBar>
    </div>
  )
}

/** What the headers of columns can change. */
function columnChanges<Row>({
  columns,
  layout = NO_LAYOUT,
  onLayout,
  sort = [],
  onSort,
}: DataGridProps<Row>) {
  return {
    sortBy: onSort && ((key: string, add: boolean) => onSort(nextSorts(sort, key, add))),
    resize: onLayout && ((key: string, width: number | null) => onLayout(resizeColumn(layout, key, width))),
    place: onLayout && ((move: Parameters<PlaceColumn>[0]) => onLayout(placeColumn(columns, layout, move))),
  }
}

/** The lines of the grid, and the keys of their rows. */
function useLines<Row>({ rows, rowKey, groups }: DataGridProps<Row>) {
  const items = groups?.items
  const lines = useMemo(
    () => (items === undefined ? linesOfRows(rows, rowKey) : linesOfGroups(items, rowKey)),
    [rows, rowKey, items],
  )
  const keys = useMemo(() => rowKeysOf(lines), [lines])
  return { lines, keys }
}

function padding({ onRowMenu }: { onRowMenu?: unknown }): number {
  return PADDING + (onRowMenu === undefined ? 0 : MENU)
}

function menus({ onRowMenu }: { onRowMenu?: unknown }) {
  return { 'data-menus': onRowMenu !== undefined || undefined }
}

/** What covers the rows: nothing was found, or the list couldn't be loaded. */
function Overlay<Row>(props: DataGridProps<Row>) {
  const { status, error } = props
  if (status === 'ready' && isEmpty(props))
    return <NoResults {...(props.onClearFilters === undefined ? {} : { onClear: props.onClearFilters })} />
  if (status !== 'error' || error === undefined) return null
  return (
    <div className={classes.overlay}>
      <StateCard
        error={error}
        {...(props.errorTitle === undefined ? {} : { title: props.errorTitle })}
        {...(props.onRetry === undefined ? {} : { onRetry: props.onRetry })}
        {...(props.retryAfter === undefined ? {} : { retryAfter: props.retryAfter })}
      />
    </div>
  )
}
