import type { ReactNode } from 'react'
import { Docked } from '../admin/DockPanel.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../frame/Frame.tsx'
import { ListGrid } from './ListGrid.tsx'
import type { ListGridProps } from './list-props.ts'

interface ListPageProps<Row extends { id: string }> extends Omit<ListGridProps<Row>, 'rowKey'> {
  /** Absent in a tab: its page already has a title. */
  title?: string
  actions?: ReactNode
  /** Between the title and the list: a filter bar, a notice. */
  bars?: ReactNode
  /** The open row in the panel at the right; absent on pages without one. */
  panel?: ReactNode
  /** How many rows are loaded. */
  summary: ReactNode
  summaryEnd?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/**
 * A page that is one list: title and actions, filters, the grid with the state of its query, a docked panel, a
 * status bar. The page's own part is the query, the columns, and what opens.
 */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, actions, bars, panel, summary, summaryEnd, children, ...grid } = props
  const page = (
    <PageFrame>
      {title !== undefined && <PageBar title={title} actions={actions} />}
      {bars}
      <Content>
        <ListGrid<Row> {...grid} rowKey={idOf} />
      </Content>
      <StatusBar end={summaryEnd}>{summary}</StatusBar>
    </PageFrame>
  )
  return (
    <>
      {panel === undefined ? page : <Docked panel={panel}>{page}</Docked>}
      {children}
    </>
  )
}

function idOf(row: { id: string }): string {
  return row.id
}
