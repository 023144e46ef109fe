import type { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { favoritesQuery } from '../../../data/favorites.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { FormBlock } from '../../../ui/rich-text/FormBlock.tsx'
import { ClocksAtRisk } from './ClocksAtRisk.tsx'
import { FailedRuns } from './FailedRuns.tsx'
import { Favorites } from './Favorites.tsx'
import classes from './Home.module.css'
import { HomeDashboard } from './HomeDashboard.tsx'
import { MyTasks } from './MyTasks.tsx'
import { OnCallNow } from './OnCallNow.tsx'
import { WaitingQuestions } from './WaitingQuestions.tsx'
import { MyQueue, Unassigned } from './WorkLists.tsx'

/** What a widget shows to the reader of the page. */
export function HomeWidgetBody({ widget }: { widget: HomeWidget }) {
  const title = widget.title === '' ? undefined : widget.title
  switch (widget.kind) {
    case 'queue':
      return <MyQueue title={title} rows={widget.rows} />
    case 'unassigned':
      return <Unassigned title={title} rows={widget.rows} />
    case 'clocks':
      return <ClocksAtRisk title={title} rows={widget.rows} />
    case 'waiting':
      return <WaitingQuestions title={title} rows={widget.rows} />
    case 'tasks':
      return <MyTasks title={title} rows={widget.rows} />
    case 'runs':
      return <FailedRuns title={title} rows={widget.rows} />
    case 'onCall':
      return <OnCallNow title={title} />
    case 'favorites':
      return <FavoritesWidget title={title} />
    case 'dashboard':
      return <HomeDashboard dashboardId={widget.dashboardId} widget={widget.widget} title={title} />
    case 'text':
    case 'links':
      return <WrittenWidget widget={widget} title={title} />
    default:
      return widget satisfies never
  }
}

function FavoritesWidget({ title }: { title: string | undefined }) {
  const { tenantId } = useTenantScope()
  const query = useQuery(favoritesQuery(tenantId))
  if (query.data === undefined) return null
  return (
    <>
      {title !== undefined && <h2 className={classes.apart}>{title}</h2>}
      <Favorites favorites={query.data} />
    </>
  )
}

type Written = HomeWidget & { kind: 'text' | 'links' }

/** Text and links are drawn as a form draws them. */
function WrittenWidget({ widget, title }: { widget: Written; title: string | undefined }) {
  const { t } = useTranslation('home')
  const { id } = widget
  const block =
    widget.kind === 'text'
      ? ({ id, at: 0, kind: 'text', text: widget.markdown } as const)
      : ({ id, at: 0, kind: 'links', links: widget.links } as const)
  return (
    <Card title={title} label={t(`kinds.${widget.kind}`)}>
      <FormBlock block={block} button={() => null} image={() => ''} />
    </Card>
  )
}

function Card({ title, label, children }: { title: string | undefined; label: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      className={classes.section}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {title !== undefined && (
        <header className={classes.head}>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
        </header>
      )}
      <div className={classes.written}>{children}</div>
    </section>
  )
}
