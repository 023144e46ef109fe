import type { AppView } from '@caseloom/contract/apps/apps'
import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import GridLayout, { useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { COLUMNS, placed } from './dashboard-draft.ts'
import classes from './Dashboards.module.css'
import { type WidgetActions, WidgetCard } from './WidgetCard.tsx'
import { askedOf, type WidgetPlace } from './workspaces.queries.ts'

interface DashboardGridProps {
  widgets: readonly Widget[]
  /** Saved widgets: unchanged ones are queried by ID. */
  saved: readonly Widget[]
  place: Omit<WidgetPlace, 'isSaved'>
  apps: readonly AppView[]
  actions?: WidgetActions | undefined
  onWidgets?: (widgets: Widget[]) => void
}

const GRID = { cols: COLUMNS, rowHeight: 40, margin: [16, 16], containerPadding: [0, 0] } as const

export function DashboardGrid({ widgets, saved, place, apps, actions, onWidgets }: DashboardGridProps) {
  const { width, containerRef, mounted } = useContainerWidth()
  const editing = actions !== undefined
  const known = new Map(saved.map((widget) => [widget.id, askedOf(widget)]))
  const settle = (layout: readonly { i: string; x: number; y: number; w: number; h: number }[]) =>
    onWidgets?.(placed(widgets, layout))
  return (
    <div ref={containerRef} className={classes.grid}>
      {mounted && (
        <GridLayout
          width={width}
          gridConfig={GRID}
          layout={widgets.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h, minW: 2, minH: 2, maxH: 24 }))}
          dragConfig={{ enabled: editing, handle: '.widget-handle' }}
          resizeConfig={{ enabled: editing, handles: ['se'] }}
          onDragStop={settle}
          onResizeStop={settle}
        >
          {widgets.map((widget) => (
            <div key={widget.id}>
              <WidgetCard
                widget={widget}
                place={{ ...place, isSaved: known.get(widget.id) === askedOf(widget) }}
                app={widget.kind === 'text' ? undefined : apps.find(({ id }) => id === widget.app)}
                actions={actions}
              />
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  )
}
