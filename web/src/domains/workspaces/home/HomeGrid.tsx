import type { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { useRef } from 'react'
import { useTenantScope } from '../../../data/scope.tsx'
import { useLiveHome } from '../useLiveWidgets.ts'
import classes from './Home.module.css'
import { useHomeKeys } from './useHomeKeys.ts'
import { HomeWidgetBody } from './HomeWidgetBody.tsx'
import { HomeWidgetTools, type HomeActions } from './HomeWidgetTools.tsx'

interface HomeGridProps {
  widgets: readonly HomeWidget[]
  /** Absent while the page isn't edited. */
  actions?: HomeActions | undefined
}

/** The widgets in their order, each on one to three columns. */
export function HomeGrid({ widgets, actions }: HomeGridProps) {
  const { tenantId } = useTenantScope()
  const lists = useRef<HTMLDivElement>(null)
  useLiveHome(tenantId)
  useHomeKeys(lists)
  return (
    <div ref={lists} className={classes.grid}>
      {widgets.map((widget, at) => (
        <div
          key={widget.id}
          className={classes.cell}
          data-width={widget.width}
          data-editing={actions !== undefined || undefined}
        >
          {actions !== undefined && (
            <HomeWidgetTools widget={widget} at={at} count={widgets.length} actions={actions} />
          )}
          <HomeWidgetBody widget={widget} />
        </div>
      ))}
    </div>
  )
}
