import type { HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsMove, IconDots } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/live-region.ts'
import classes from './Home.module.css'
import { COLUMNS } from './home-draft.ts'
import { isListKind } from './home-widget-form.ts'

export interface HomeActions {
  edit: (widget: HomeWidget) => void
  remove: (id: string) => void
  /** By places in the order. */
  move: (id: string, by: number) => void
  /** By columns. */
  size: (id: string, by: number) => void
}

interface HomeWidgetToolsProps {
  widget: HomeWidget
  at: number
  count: number
  actions: HomeActions
}

/** Above a widget while its page is edited: what it is, its move handle, and its menu. */
export function HomeWidgetTools(props: HomeWidgetToolsProps) {
  const { widget } = props
  const { t } = useTranslation('home')
  const title = widget.title === '' ? t(`kinds.${widget.kind}`) : widget.title
  const hasOwnTitle = widget.title !== '' || isListKind(widget.kind)
  const steps = useSteps(props, title)
  return (
    <div className={classes.tools}>
      <span className={classes.toolsTitle}>{hasOwnTitle ? '' : title}</span>
      <ActionIcon
        size={24}
        aria-label={t('pages.place', { title })}
        aria-description={t('pages.placeHint')}
        title={t('pages.placeHint')}
        onKeyDown={steps.onKey}
      >
        <IconArrowsMove size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ToolsMenu {...props} title={title} steps={steps} />
    </div>
  )
}

/** Moves and resizes as far as the page goes, and says where the widget is now. */
function useSteps({ widget, at, count, actions }: HomeWidgetToolsProps, title: string) {
  const { t } = useTranslation('home')
  const move = (by: number) => {
    if (at + by < 0 || at + by >= count) return
    actions.move(widget.id, by)
    announce(t('pages.placed', { title, at: at + by + 1, count, width: widget.width }))
  }
  const size = (by: number) => {
    const width = widget.width + by
    if (width < 1 || width > COLUMNS) return
    actions.size(widget.id, by)
    announce(t('pages.placed', { title, at: at + 1, count, width }))
  }
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    // The keys of the page's lists must not hear this one.
    event.stopPropagation()
    if (event.shiftKey) size(by)
    else move(by)
  }
  return { move, size, onKey }
}

interface ToolsMenuProps extends HomeWidgetToolsProps {
  title: string
  steps: Pick<ReturnType<typeof useSteps>, 'move' | 'size'>
}

function ToolsMenu({ widget, at, count, actions, title, steps }: ToolsMenuProps) {
  const { t } = useTranslation('home')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('pages.widgetMenu', { title })}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.edit(widget)}>{t('pages.settings')}</Menu.Item>
        <Menu.Item disabled={at === 0} onClick={() => steps.move(-1)}>
          {t('pages.earlier')}
        </Menu.Item>
        <Menu.Item disabled={at === count - 1} onClick={() => steps.move(1)}>
          {t('pages.later')}
        </Menu.Item>
        <Menu.Item disabled={widget.width === COLUMNS} onClick={() => steps.size(1)}>
          {t('pages.wider')}
        </Menu.Item>
        <Menu.Item disabled={widget.width === 1} onClick={() => steps.size(-1)}>
          {t('pages.narrower')}
        </Menu.Item>
        <Menu.Item onClick={() => actions.remove(widget.id)}>{t('pages.remove')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
