import type { AppView } from '@caseloom/contract/apps/apps'
import type { Widget, WidgetData } from '@caseloom/contract/workspaces/workspaces'
import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { IconArrowsMove, IconDots } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { announce } from '../../ui/live-region.ts'
import { followsFilter } from './dashboard-filter.ts'
import { stepped } from './dashboard-draft.ts'
import classes from './Dashboards.module.css'
import { WidgetBody } from './WidgetBody.tsx'
import { type WidgetPlace, widgetQuery } from './workspaces.queries.ts'

export interface WidgetActions {
  edit: (widget: Widget) => void
  duplicate: (widget: Widget) => void
  remove: (widget: Widget) => void
  place: (widget: Widget, box: Pick<Widget, 'x' | 'y' | 'w' | 'h'>) => void
}

interface WidgetCardProps {
  widget: Widget
  place: WidgetPlace
  app: AppView | undefined
  actions?: WidgetActions | undefined
}

export function WidgetCard({ widget, place, app, actions }: WidgetCardProps) {
  const { t } = useTranslation('workspaces')
  const query = useQuery(widgetQuery(place, widget))
  const [asTable, setAsTable] = useState(false)
  const title = widget.title === '' ? t('widget.untitled') : widget.title
  const isTrend = widget.kind === 'trend' && query.isSuccess
  const hasMenu = actions !== undefined || isTrend
  const isUnfiltered = app !== undefined && !followsFilter(app, place.filter ?? [])
  const hasHead = widget.title !== '' || hasMenu || isUnfiltered
  return (
    <section
      className={`${classes.widget} ${widget.kind === 'number' ? classes.kindNumber : ''}`}
      aria-label={title}
      aria-busy={query.isFetching}
      data-editing={actions !== undefined || undefined}
    >
      {hasHead && (
        <WidgetHead
          title={title}
          widget={widget}
          actions={actions}
          hasMenu={hasMenu}
          isTrend={isTrend}
          isUnfiltered={isUnfiltered}
          setAsTable={setAsTable}
          asTable={asTable}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div
        className={classes.body}
        tabIndex={widget.kind === 'number' ? undefined : 0}
        role="group"
        aria-label={title}
      >
        <CardBody widget={widget} query={query} app={app} asTable={asTable} />
      </div>
    </section>
  )
}

interface CardBodyProps {
  widget: Widget
  query: UseQueryResult<WidgetData>
  app: AppView | undefined
  asTable: boolean
}

function CardBody({ widget, query, app, asTable }: CardBodyProps) {
  if (query.isError && query.data === undefined)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending && widget.kind !== 'text')
    return <Skeleton height={widget.kind === 'number' ? 28 : '100%'} radius="sm" />
  return <WidgetBody widget={widget} data={query.data} app={app} asTable={asTable} />
}

interface WidgetMenuProps {
  title: string
  isTrend: boolean
  setAsTable: (next: boolean) => void
  asTable: boolean
  actions: WidgetActions | undefined
  widget: WidgetCardProps['widget']
}

function WidgetMenu({ title, isTrend, setAsTable, asTable, actions, widget }: WidgetMenuProps) {
  const { t } = useTranslation('workspaces')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('widget.menu', { title })}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isTrend && (
          <Menu.Item onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'widget.asChart' : 'widget.asTable')}
          </Menu.Item>
        )}
        {actions !== undefined && (
          <>
            <Menu.Item onClick={() => actions.edit(widget)}>{t('widget.edit')}</Menu.Item>
            <Menu.Item onClick={() => actions.duplicate(widget)}>{t('widget.duplicate')}</Menu.Item>
            <Menu.Item onClick={() => actions.remove(widget)}>{t('widget.remove')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('workspaces')
  const kind = hasCode(error, 'resource.not_found')
    ? 'app'
    : hasCode(error, 'field.unknown')
      ? 'field'
      : hasCode(error, 'right.missing')
        ? 'right'
        : 'other'
  return (
    <div className={classes.note} role="status">
      <span>{t(`widget.errors.${kind}`)}</span>
      {kind === 'other' && (
        <Button size="compact-xs" onClick={onRetry}>
          {t('widget.errors.retry')}
        </Button>
      )}
    </div>
  )
}

/** Drag with the mouse; arrow keys move and, with Shift, resize. */
function PlaceHandle(props: { widget: Widget; title: string; onPlace: WidgetActions['place'] }) {
  const { widget, title, onPlace } = props
  const { t } = useTranslation('workspaces')
  const step = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    const next = stepped(widget, event.key, event.shiftKey)
    if (next === null) return
    const { x, y, w, h } = next
    onPlace(widget, { x, y, w, h })
    announce(t('widget.placed', { title, x: x + 1, y: y + 1, w, h }))
  }
  return (
    <ActionIcon
      size={24}
      className={`${classes.handle} widget-handle`}
      aria-label={t('widget.place', { title })}
      aria-description={t('widget.placeHint')}
      title={t('widget.placeHint')}
      onKeyDown={step}
    >
      <IconArrowsMove size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

interface WidgetHeadProps {
  title: string
  widget: WidgetCardProps['widget']
  actions: WidgetCardProps['actions']
  hasMenu: boolean
  isTrend: boolean
  /** Its app doesn't have a field that the dashboard is filtered by. */
  isUnfiltered: boolean
  setAsTable: (next: boolean) => void
  asTable: boolean
}

function WidgetHead(props: WidgetHeadProps) {
  const { title, widget, actions, hasMenu, isTrend, isUnfiltered, setAsTable, asTable } = props
  const { t } = useTranslation('workspaces')
  return (
    <header className={classes.head}>
      <h2 className={classes.widgetTitle} title={title}>
        {widget.title}
      </h2>
      {isUnfiltered && <span className={classes.quiet}>{t('widget.notFiltered')}</span>}
      <div className={classes.headEnd}>
        {actions !== undefined && <PlaceHandle widget={widget} title={title} onPlace={actions.place} />}
        {hasMenu && (
          <WidgetMenu
            title={title}
            isTrend={isTrend}
            setAsTable={setAsTable}
            asTable={asTable}
            actions={actions}
            widget={widget}
          />
        )}
      </div>
    </header>
  )
}
